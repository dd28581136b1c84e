package interp

import (
	"fmt"
	"strings"
	"testing"
)

// TestVariables: what reads, computes and writes a variable is one instruction of the fast engine where it is a register, and nobody can tell: results,
// reports, the order of reports and steps are those of the reference evaluator. @main gets 2147483640, and v1 is an int of C, v2 one of 64 bits.
func TestVariables(t *testing.T) {
	for name, c := range map[string]struct{ body, want string }{
		"counts": {`br bb1(v0)
  bb1(v10: mem):
    v11 = load.4 v1, align=4, v10 !ub("indeterminate", "i")
    v12 = sext v11, 32
    v13 = iconst 1
    v14:s32 = sub v12, v13 !ub("signed-overflow", "int")
    v15 = store.4 v14, v1, align=4, v10
    v16 = load.4 v1, align=4, v15
    v17 = sext v16, 32
    v18 = iconst 2147483630
    v19 = icmp.gt v17, v18
    brif v19, bb1(v15), bb2(v15)
  bb2(v20: mem):
    v21 = load.4 v1, align=4, v20
    v22 = sext v21, 32
    ret v22, v20`, "returned 2147483630"},
		"overflows and is stored anew": {`v11 = load.4 v1, align=4, v0
    v12 = sext v11, 32
    v13 = iconst 9
    v14:s32 = add v12, v13 !ub("signed-overflow", "int")
    v15 = store.4 v14, v1, align=4, v0
    v16 = iconst -3
    v17 = store.4 v16, v1, align=4, v15
    v18 = load.4 v1, align=4, v17
    v19 = sext v18, 32
    v20:s32 = add v19, v13 !ub("signed-overflow", "int")
    v21 = store.4 v20, v1, align=4, v17
    v22 = load.4 v1, align=4, v21
    v23 = load.4 v1, align=4, v21
    v24 = sext v23, 8
    v25 = mul v24, v22
    ret v25, v21`, "returned 36"},
		"poison is kept": {`v11 = load.4 v1, align=4, v0
    v12 = sext v11, 32
    v13:s32 = mul v12, v12 !ub("signed-overflow", "int")
    v14 = store.4 v13, v1, align=4, v0
    v15 = load.4 v1, align=4, v14 !ub("indeterminate", "i")
    v16 = sext v15, 32
    v17 = freeze v16
    ret v17, v14`, "returned 0"},
		"unsigned of a signed register": {`v11 = iconst -2
    v12 = store.4 v11, v1, align=4, v0
    v13 = load.4 v1, align=4, v12
    v14 = load.4 v1, align=4, v12
    v15 = sext v14, 32
    v16 = load.4 v1, align=4, v12
    v17 = sext v16, 32
    v18 = load.4 v1, align=4, v12
    v19 = sext v18, 64
    v20 = add v15, v17
    v21 = add v20, v13
    v22 = add v21, v19
    ret v22, v12`, "returned 8589934584"},
		"two readers and a store between": {`v11 = load.8 v2, align=8, v0
    v12 = iconst 5
    v13 = add v11, v12
    v14 = zext v13, 64
    v15 = store.8 v14, v2, align=8, v0
    v16 = load.expose.8 v2, align=8, v15
    v17 = xor v16, v11
    ret v17, v15`, "returned 27"},
		"nothing was stored, reported in order": {`v3 = stack_slot 4 align 4
    v4 = stack_slot 4 align 4
    v11 = load.4 v3, align=4, v0 !ub("indeterminate", "a")
    v12 = sext v11, 32
    v13 = iconst 2147483647
    v14 = load.4 v1, align=4, v0
    v15 = sext v14, 32
    v16:s32 = add v15, v13 !ub("signed-overflow", "int")
    v17 = load.4 v4, align=4, v0 !ub("indeterminate", "b")
    v18 = sext v17, 32
    v19 = add v12, v18
    v20 = freeze v19
    v21 = freeze v16
    v22 = add v20, v21
    ret v22, v0`, "returned 0"},
		"stored on one way only": {`v3 = stack_slot 4 align 4
    v11 = load.4 v1, align=4, v0
    v12 = sext v11, 32
    v13 = iconst 0
    v14 = icmp.lt v12, v13
    brif v14, bb1(v0), bb2(v0)
  bb1(v15: mem):
    v16 = store.4 v13, v3, align=4, v15
    br bb2(v16)
  bb2(v17: mem):
    v18 = load.4 v3, align=4, v17 !ub("indeterminate", "x")
    v19 = sext v18, 32
    v20 = iconst 1
    v21:s32 = add v19, v20 !ub("signed-overflow", "int")
    v22 = store.4 v21, v3, align=4, v17
    v23 = load.4 v3, align=4, v22 !ub("indeterminate", "x")
    v24 = freeze v23
    ret v24, v22`, "returned 0"},
		"from memory": {`v3 = stack_slot 8 align 8
    v11 = iconst 0x80ff807f
    v12 = store.4 v11, v3, align=4, v0
    v13 = load.2 v3, v12
    v14 = sext v13, 16
    v15 = store.4 v14, v1, align=4, v12
    v16 = iconst 3
    v17 = ptradd v3, v16
    v18 = load.1 v17, v15
    v19 = sext v18, 8
    v20 = load.4 v1, align=4, v15
    v21 = sext v20, 32
    v22 = mul v19, v21
    v23 = load.4 v3, v15
    v24 = sext v23, 64
    v25 = add v22, v24
    ret v25, v15`, "returned 2168406271"},
	} {
		t.Run(name, func(t *testing.T) {
			text := `
func @main() -> int {
  bb0(v0: mem):
    v1 = stack_slot 4 align 4
    v2 = stack_slot 8 align 8
    v5 = iconst 2147483640
    v6 = store.4 v5, v1, align=4, v0
    v7 = iconst 11
    v8 = store.8 v7, v2, align=8, v6
    br bb9(v8)
  bb9(v9: mem):
    ` + strings.ReplaceAll(c.body, "v0", "v9") + "\n}\n"
			show := func(exact bool) string {
				out := runEither(t, text, Options{Exact: exact, SourceUB: true, PoisonResult: true})
				all := fmt.Sprintf("%s\nafter %d steps", out.Text(), out.Steps)
				for _, r := range out.Reports {
					all += "\n" + r.Text(true)
				}
				return all
			}
			got, want := show(false), show(true)
			if got != want {
				t.Errorf("the fast engine says\n%s\nthe reference evaluator\n%s", got, want)
			}
			if first, _, _ := strings.Cut(want, "\n"); first != c.want {
				t.Errorf("%s, want %s", first, c.want)
			}
		})
	}
}
