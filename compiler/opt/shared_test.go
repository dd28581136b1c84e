//go:build peer

package opt_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/ir"
)

// peerDir holds inputs of the optimizer of the Rust implementation, and for some of them what that
// made; they are no part of this repository.
var peerDir = filepath.Join("..", "..", "..", "shared", "corpus", "tuffy", "opt")

// TestPeer: -O2 makes of each input of the other implementation something that refines it, and
// that is not larger than what the other makes of it. The log has the table.
func TestPeer(t *testing.T) {
	cases, err := filepath.Glob(filepath.Join(peerDir, "*.before.tir"))
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) == 0 {
		t.Fatalf("there are no programs in %s", peerDir)
	}
	c, err := opt.Preset("2")
	if err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	for _, name := range cases {
		before, m := read(t, name), read(t, name)
		if _, err := pass.Run(context.Background(), m, opt.Passes(), pass.Options{Config: c, Policy: opt.FunctionPolicy()}); err != nil {
			t.Fatal(err)
		}
		base := strings.TrimSuffix(filepath.Base(name), ".before.tir")
		if err := ir.Verify(m); err != nil {
			t.Errorf("%s: %v", base, err)
			continue
		}
		res, err := difftest.Check(context.Background(), before, m, difftest.Config{Runs: 60})
		if err != nil {
			t.Fatal(err)
		}
		if res.Verdict() == difftest.Diverged {
			t.Errorf("%s: -O2 does not refine it:\n%s", base, res.Text())
		}
		other := "-"
		if after := strings.TrimSuffix(name, ".before.tir") + ".after.tir"; exists(after) {
			n := live(read(t, after))
			other = fmt.Sprint(n)
			if live(m) > n {
				t.Errorf("%s: %d instructions, the other implementation needs %d:\n%s", base, live(m), n, m)
			}
		}
		fmt.Fprintf(&table, "%-72s %3d %4s %3d\n", base, live(before), other, live(m))
	}
	t.Logf("instructions before, after by the other implementation, after -O2\n%s", table.String())
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}
