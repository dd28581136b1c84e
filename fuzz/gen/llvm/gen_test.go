package llvm_test

import (
	"context"
	"strings"
	"testing"

	front "github.com/tuffy-ir/tuffy/compiler/front/llvm"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/fuzz/gen/llvm"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
)

// TestModules reads generated modules of all versions, whose functions refine themselves.
func TestModules(t *testing.T) {
	seed := testseed.Seed(t)
	for _, version := range []int{14, 18, 22} {
		text := llvm.Module(llvm.Config{Seed: seed, Functions: testseed.Rounds(150, 30), Version: version})
		var all [2]*ir.Module
		for n := range all {
			m, err := front.Compile("generated.ll", []byte(text), front.Options{})
			if err == nil {
				err = ir.Verify(m)
			}
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			all[n] = m
		}
		r, err := difftest.Check(context.Background(), all[0], all[1], difftest.Config{Runs: 10, Workers: 1, Search: 64})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range r.Pairs {
			if p.Divergence != nil {
				t.Errorf("@%s does not refine itself: %s", p.Name, p.Divergence.Text("", false))
			}
		}
	}
}

// TestVersions asks that no version is given a flag that it does not know.
func TestVersions(t *testing.T) {
	old := llvm.Module(llvm.Config{Seed: 3, Functions: 300, Version: 14})
	for _, word := range []string{"disjoint", "nneg", "samesign", "range(", "trunc nuw", "trunc nsw"} {
		if strings.Contains(old, word) {
			t.Errorf("LLVM 14 does not know %q", word)
		}
		if !strings.Contains(llvm.Module(llvm.Config{Seed: 3, Functions: 300, Version: 22}), word) {
			t.Errorf("LLVM 22 knows %q, which is not generated", word)
		}
	}
}
