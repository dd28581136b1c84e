package opt_test

import (
	"context"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// TestTidy: the tombstones of large functions go between passes, but not where there is a listener to
// rewrites or facts are kept (-O3); the results are the same.
func TestTidy(t *testing.T) {
	for _, depth := range []int{plain, 0, 2, 30} {
		for _, level := range testseed.Every(2, []string{"2", "1", "3"}) {
			c, err := opt.Preset(level)
			if err != nil {
				t.Fatal(err)
			}
			alone, heard := synthetic(6000, 3000, depth), synthetic(6000, 3000, depth)
			if _, err := pass.Run(context.Background(), alone, opt.Passes(), pass.Options{Config: c}); err != nil {
				t.Fatal(err)
			}
			o := pass.Options{Config: c, Trace: trace.Decisions, Record: func(*trace.Entry) {}}
			if _, err := pass.Run(context.Background(), heard, opt.Passes(), o); err != nil {
				t.Fatal(err)
			}
			if a, b := alone.Canonical(), heard.Canonical(); a != b {
				t.Errorf("depth %d, -O%s: without a listener\n%s\nwith one\n%s", depth, level, a, b)
			}
			f, g := alone.Funcs[0], heard.Funcs[0]
			if level == "2" && (f.NumInsts() >= g.NumInsts() || g.NumInsts() < 3000) {
				t.Errorf("depth %d, -O%s: %d instructions without a listener, %d with one", depth, level, f.NumInsts(), g.NumInsts())
			}
		}
	}
}
