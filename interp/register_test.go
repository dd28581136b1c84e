package interp

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/ir"
)

// TestRegisters: stack slots that the fast engine keeps in registers are for everybody what allocations are: values of all
// types and sizes come back, what was not stored is reported as for the reference evaluator, poison is remembered, and
// the numbers and addresses of other allocations are the same.
func TestRegisters(t *testing.T) {
	for name, body := range map[string]string{
		"int": `v3 = iconst -5
    v4 = store.4 v3, v1, align=4, v0
    v5 = load.4 v1, align=4, v4
    v6 = sext v5, 32
    ret v6, v4`,
		"low bits": `v3 = iconst 0x123456789abcdef0123
    v4 = store.4 v3, v1, align=4, v0
    v5 = load.4 v1, align=4, v4
    ret v5, v4`,
		"extended": `v3 = iconst 0xfff1
    v4 = store.4 v3, v1, align=4, v0
    v5 = load.4 v1, align=4, v4
    v6 = sext v5, 8
    ret v6, v4`,
		"claim": `v3 = iconst 300
    v4 = store.4 v3, v1, align=4, v0
    v5:u8 = load.4 v1, align=4, v4
    ret v5, v4`,
		"f32": `v3 = fconst.f32 1.5
    v4 = store.4 v3, v1, align=4, v0
    v5 = load.4 v1, align=4, v4 -> f32
    v6 = fp_to_si.32 v5
    ret v6, v4`,
		"unset": `v5 = load.4 v1, align=4, v0
    v6 = icmp.eq v5, v5
    brif v6, bb1(v0), bb1(v0)
  bb1(v8: mem):
    v9 = iconst 1
    ret v9, v8`,
		"unset then": `v5 = load.4 v1, align=4, v0
    v3 = iconst 7
    v4 = store.4 v3, v1, align=4, v0
    v6 = load.4 v1, align=4, v4
    ret v6, v4`,
		"poison": `v2 = iconst 0
    v3 = div v2, v2
    v4 = store.4 v3, v1, align=4, v0
    v5 = load.4 v1, align=4, v4
    v6 = add v5, v5
    ret v6, v4`,
		"overwritten": `v2 = iconst 0
    v3 = div v2, v2
    v4 = store.4 v3, v1, align=4, v0
    v5 = store.4 v2, v1, align=4, v4
    v6 = load.4 v1, align=4, v5
    ret v6, v5`,
		"old value": `v3 = iconst 7
    v4 = store.4 v3, v1, align=4, v0
    v5 = load.4 v1, align=4, v4
    v6 = add v3, v3
    v7 = store.4 v6, v1, align=4, v4
    v8 = add v5, v6
    ret v8, v7`,
		"compared before": `v3 = iconst 7
    v4 = store.4 v3, v1, align=4, v0
    v5 = load.4 v1, align=4, v4
    v6 = icmp.eq v5, v3
    v7 = iconst 8
    v8 = store.4 v7, v1, align=4, v4
    brif v6, bb1(v3, v8), bb1(v7, v8)
  bb1(v9: int, v10: mem):
    ret v9, v10`,
		"compared unset": `v3 = iconst 7
    v5 = load.4 v1, align=4, v0
    v6 = icmp.eq v3, v5
    v8 = store.4 v3, v1, align=4, v0
    brif v6, bb1(v8), bb1(v8)
  bb1(v10: mem):
    ret v3, v10`,
		"sum of unset": `v3 = iconst 7
    v5 = load.4 v1, align=4, v0
    v6 = load.4 v1, align=4, v0
    v7 = sub v5, v3
    v8 = mul v3, v6
    v9 = add v7, v8
    ret v9, v0`,
		"low bits shown": `v3 = iconst 0x7fffffff
    v4 = store.4 v3, v1, align=4, v0
    v5 = load.4 v1, align=4, v4
    v6 = load.4 v1, align=4, v4
    v7 = mul v5, v6
    v2 = null
    v8 = iconst 3
    v9 = store.4 v8, v1, align=4, v4
    v10 = store.1 v7, v2, v9
    ret v8, v10`,
		"address": `v2 = stack_slot 64
    v5 = load.4 v1, align=4, v0
    v6 = ptradd v2, v5
    v7 = load.1 v6, v0
    ret v7, v0`,
		"stored unset": `v2 = stack_slot 4 align 4
    v5 = load.4 v1, align=4, v0
    v6 = store.4 v5, v2, align=4, v0
    v3 = iconst 9
    v7 = store.4 v3, v1, align=4, v6
    v8 = load.4 v1, align=4, v7
    v9 = load.4 v2, align=4, v7
    v10 = add v8, v9
    ret v10, v7`,
		"returned unset": `v5 = load.4 v1, align=4, v0
    ret v5, v0`,
		"returned by a callee": `v2 = symbol_addr @unset
    v3 = iconst 5
    v4, v5 = call v2(v3), v0 -> int
    v6, v7 = call v2(v5), v4 -> int
    v8 = add v7, v3
    ret v8, v6`,
		"passed unset": `v2 = symbol_addr @twice
    v3 = iconst 5
    v4 = store.4 v3, v1, align=4, v0
    v5 = stack_slot 4 align 4
    v6 = load.4 v1, align=4, v4
    v7 = load.4 v5, align=4, v4
    v8, v9 = call v2(v6, v7), v4 -> int
    v10 = load.4 v5, align=4, v8
    v11, v12 = call v2(v10, v9), v8 -> int
    v13 = store.4 v3, v5, align=4, v11
    v14 = load.4 v5, align=4, v13
    v15, v16 = call v2(v14, v14), v13 -> int
    ret v16, v15`,
		"claimed by its reader": `v3 = iconst 300
    v4 = store.4 v3, v1, align=4, v0
    v5 = load.4 v1, align=4, v4
    v6 = add v5:u8, v3
    ret v6, v4`,
		"next": `v2 = stack_slot 8
    v3 = ptrtoint v2
    v4 = iconst 4096
    v5 = rem v3, v4
    v6 = iconst 7
    v7 = store.4 v6, v1, align=4, v0
    v8 = ptradd v2, v4
    v9 = load.1 v8, v7
    ret v5, v7`,
		"made again": `br bb1(v1, v0)
  bb1(v2: ptr, v3: mem):
    v4 = stack_slot 4 align 4
    v5 = load.4 v1, align=4, v3
    v6 = iconst 3
    v7 = store.4 v6, v4, align=4, v3
    v8 = store.4 v6, v1, align=4, v7
    v9 = load.4 v4, align=4, v8
    v10 = icmp.eq v9, v6
    brif v10, bb2(v8), bb1(v2, v8)
  bb2(v11: mem):
    v12 = load.4 v1, align=4, v11
    ret v12, v11`,
	} {
		t.Run(name, func(t *testing.T) {
			text := strings.Replace(`
func @unset(%n: int) -> int {
  bb0(v0: mem):
    v1 = stack_slot 4 align 4
    v2 = param %n
    v3 = iconst 5
    v4 = icmp.eq v2, v3
    brif v4, bb2(v0), bb1(v0)
  bb1(v5: mem):
    v6 = store.4 v3, v1, align=4, v5
    br bb2(v6)
  bb2(v7: mem):
    v8 = load.4 v1, align=4, v7
    ret v8, v7
}
func @twice(%m: int, %n: int) -> int {
  bb0(v0: mem):
    v1 = stack_slot 4 align 4
    v2 = param %m
    v3 = param %n
    v4 = store.4 v2, v1, align=4, v0
    v5 = load.4 v1, align=4, v4
    v6 = store.4 v3, v1, align=4, v4
    v7 = load.4 v1, align=4, v6
    ret v5, v6
}
func @main() -> int {
  bb0(v0: mem):
    v1 = stack_slot 4 align 4
    BODY
}`, "BODY", body, 1)
			for _, strict := range []bool{false, true} {
				want := runEither(t, text, Options{Strict: strict, Exact: true, PoisonResult: true})
				got := runEither(t, text, Options{Strict: strict, PoisonResult: true})
				if got.Text() != want.Text() || got.Steps != want.Steps {
					t.Errorf("strict %v: the fast engine says\n%s\nafter %d steps, the reference evaluator\n%s\nafter %d", strict, got.Text(), got.Steps, want.Text(), want.Steps)
				}
			}
		})
	}
}

// TestRegistersPointer: pointers keep their provenance in registers, and null is null.
func TestRegistersPointer(t *testing.T) {
	text := `
func @main() -> int {
  bb0(v0: mem):
    v1 = stack_slot 8 align 8
    v2 = stack_slot 4 align 4
    v3 = iconst 9
    v4 = store.8 v2, v1, align=8, v0
    v5 = load.8 v1, align=8, v4 -> ptr
    v6 = store.4 v3, v5, v4
    v7 = load.4 v2, v6
    v8 = iconst 4
    v9 = ptradd v5, v8
    v10 = store.8 v9, v1, align=8, v6
    v11 = load.8 v1, align=8, v10 -> ptr
    v12 = load.1 v11, v10
    ret v7, v10
}`
	want, got := runEither(t, text, Options{Exact: true}), runEither(t, text, Options{})
	if got.Text() != want.Text() || len(got.Reports) != 1 || got.Steps != want.Steps {
		t.Errorf("the fast engine says\n%s\nthe reference evaluator\n%s", got.Text(), want.Text())
	}
}

// TestSlotsWithoutEnd: a program may call a function with variables as often as it likes within a small memory.
func TestSlotsWithoutEnd(t *testing.T) {
	text := `
func @f(%n: int:s32) -> int:s32 {
  bb0(v0: mem):
    v1 = stack_slot 4 align 4
    v2:s32 = param %n
    v3 = store.4 v2, v1, align=4, v0
    v4 = load.4 v1, align=4, v3
    v5 = sext v4, 32
    ret v5, v3
}
func @main() -> int {
  bb0(v0: mem):
    v1 = iconst 0
    br bb1(v1, v0)
  bb1(v2: int:s32, v3: mem):
    v4 = symbol_addr @f
    v5, v6:s32 = call v4(v2), v3 -> int
    v7 = iconst 1
    v8:s32 = add v6, v7
    v9 = iconst 200000
    v10 = icmp.lt v8, v9
    brif v10, bb1(v8, v5), bb2(v5)
  bb2(v11: mem):
    ret v9, v11
}`
	if out := runEither(t, text, Options{MemLimit: 1 << 20}); out.Kind != Returned {
		t.Error(out.Text())
	}
}

// TestJoinedBlocks: a block is continued by the one that is lowered next, whatever the number of either.
func TestJoinedBlocks(t *testing.T) {
	m := parse(t, `
func @main() -> int {
  bb0(v0: mem):
    br bb1
  bb1:
    v1 = iconst 1
    br bb2
  bb2:
    v2 = iconst 2
    v3 = add v1, v2
    br bb3
  bb3:
    v4 = iconst 4
    v5 = add v3, v4
    ret v5, v0
}`)
	f := m.Funcs[0]
	nodes := slices.Clone(f.Nodes(ir.Body))
	for _, order := range [][]int{{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 3, 2, 1}, {0, 1, 3, 2}, {0, 3, 1, 2}} {
		var next []ir.Node
		for _, n := range order {
			next = append(next, nodes[n])
		}
		f.SetNodes(ir.Body, next)
		for _, exact := range []bool{true, false} {
			out, err := Run(context.Background(), m, Options{Exact: exact})
			if err != nil || out.Kind != Returned || FormatValue(out.Values[0], nil) != "7" || out.Steps != 9 {
				t.Errorf("order %v, exact %v: %s after %d steps (%v), want 7 after 9", order, exact, out.Text(), out.Steps, err)
			}
		}
	}
}

// TestZeroClaim: a claim that something is zero, which the check of an index makes, holds for zero and nothing else, and is no work for
// the routine of wide ints.
func TestZeroClaim(t *testing.T) {
	for x, within := range map[string]bool{"0": true, "7": true, "8": false, "-1": false, "0x7fffffff": false, "-0x80000000": false} {
		text := strings.Replace(`
func @main() -> int {
  bb0(v0: mem):
    v1 = stack_slot 4 align 4
    v2 = iconst X
    v3 = store.4 v2, v1, align=4, v0
    v4 = load.4 v1, align=4, v3
    v5 = sext v4, 32
    v6 = iconst 0
    v7 = max v5, v6
    v8 = iconst 7
    v9 = min v7, v8
    v10:u0 = sub v5, v9
    v11 = add v10, v8
    ret v11, v3
}`, "X", x, 1)
		var set Lowered
		want := runEither(t, text, Options{Exact: true, PoisonResult: true})
		got := runEither(t, text, Options{PoisonResult: true, Lowered: &set})
		if got.Text() != want.Text() || got.Steps != want.Steps || within != (got.Text() == "returned 7") || set.Has(int(fWide)) {
			t.Errorf("of %s the fast engine says %s, with the wide routine: %v; the reference evaluator %s", x, got.Text(), set.Has(int(fWide)), want.Text())
		}
	}
}
