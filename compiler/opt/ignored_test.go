package opt_test

import (
	"context"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// TestIgnoredBits: a value whose every consumer ignores some of its bits gets no consumer that reads
// them, and nothing that a claim says of the number before they are overwritten is taken for true
// of the one that is read. Each program is what one pass works on.
func TestIgnoredBits(t *testing.T) {
	for _, row := range []struct{ name, pass, text string }{
		{"a stored constant", "mem2reg", `func @f() -> int {
bb0(v0: mem):
  v1 = stack_slot 8
  v2:i32 = iconst 4294967295
  v3 = store.4 v2, v1, v0
  v4 = load.4 v1, v3
  ret v4, v3
}`},
		{"a stored constant behind a pointer", "memopt", `func @f(ptr) -> int {
bb0(v0: mem):
  v1 = param 0
  v2:i32 = iconst 4294967295
  v3 = store.4 v2, v1, v0
  v4 = load.4 v1, v3
  ret v4, v3
}`},
		{"a stored extension", "mem2reg", `func @f(int:s64) -> int {
bb0(v0: mem):
  v1 = stack_slot 8
  v2:s64 = param 0
  v3:i16 = zext v2, 16
  v4 = store.2 v3, v1, v0
  v5 = load.2 v1, v4
  ret v5, v4
}`},
		{"a stored value with a range", "mem2reg", `func @f(int:s8) -> int {
bb0(v0: mem):
  v1 = stack_slot 8
  v2:s8:i8 = param 0
  v3 = store.1 v2, v1, v0
  v4:u7 = load.1 v1, v3
  ret v4, v3
}`},
		{"a load of ignored bits", "memopt", `func @f(ptr) -> int {
bb0(v0: mem):
  v1 = param 0
  v2:i4 = load.1 v1, v0
  v3 = zext v2, 4
  v4 = load.1 v1, v0
  v5 = add v3, v4
  ret v5, v0
}`},
		{"one claims a bit that the other ignores", "gvn", `func @f(int:u8) -> int {
bb0:
  v0:u8 = param 0
  v1 = iconst 3
  v2:known(x?) = mul v0, v1
  v3 = zext v2, 1
  v4:known(0?) = mul v0, v1
  v5 = add v3, v4
  ret v5
}`},
		{"an extension of a constant", "rewrite", `func @f() -> int {
bb0:
  v0:i26 = iconst 45635495
  v1 = zext v0, 26
  ret v1
}`},
	} {
		m, err := parser.Parse("test.tir", []byte(row.text))
		if err == nil {
			err = ir.Verify(m)
		}
		if err != nil {
			t.Fatalf("%s: %v", row.name, err)
		}
		honest := func(after *ir.Module) bool {
			res, err := difftest.Check(context.Background(), m, after, difftest.Config{Runs: testseed.Rounds(200, 80), Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			return res.Verdict() == difftest.Refined
		}
		if !honest(m) {
			t.Errorf("%s: its own claims are false", row.name)
		}
		after := m.Clone()
		if _, err := pass.Run(context.Background(), after, opt.Passes(), pass.Options{Config: pass.Single("test", 2, row.pass)}); err != nil {
			t.Fatal(err)
		}
		if !honest(after) {
			t.Errorf("%s: %s makes a claim false:\n%s", row.name, row.pass, after)
		}
	}
}
