package pass_test

import (
	"context"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/internal/irtest"
)

// TestRegionNames: a trace calls a region by the block that its author wrote first in it, and machines by its handle.
func TestRegionNames(t *testing.T) {
	m := irtest.Parse(t, `func @main() -> int {
bb0:
  v0 = iconst 0
  br bb7(v0)
region loop {
  bb7(v1: int):
    v2 = add v1, v0
    v3 = iconst 1
    v4 = add v2, v3
    v5 = iconst 10
    v6 = icmp.lt v4, v5
    brif v6, bb9, bb4
  bb9:
    continue v4
}
bb4:
  ret v4
}
`)
	seen := 0
	_, err := pass.Run(context.Background(), m, opt.Passes(), pass.Options{Config: pass.Single("single", 1, "rewrite"), Trace: trace.Full, Record: func(e *trace.Entry) {
		if e.Rule != "add_zero" {
			return
		}
		seen++
		if text := e.Text(); !strings.Contains(text, " in @main, in the loop at bb7 (") || e.Region != "loop at bb7" {
			t.Errorf("region %s: %s", e.Region, text)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if seen != 1 {
		t.Errorf("%d times", seen)
	}
}
