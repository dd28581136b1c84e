package interp

import (
	"fmt"
	"strings"
	"testing"
)

// TestViews: a pointer that is confined to a part of its object accesses the part, wherever it was kept, and is reported beyond it as by the
// reference evaluator. v1 has 32 bytes, of which v2 is confined to those from 8 to 24.
func TestViews(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		ok   bool
	}{
		"inside": {`v10 = iconst 12
    v11 = ptradd v2, v10
    v12 = store.4 v10, v11, align=4, v0
    v13 = load.4 v11, align=4, v12
    v14 = load.4 v11, align=4, v12
    v15 = sext v14, 32
    v16 = add v13, v15
    ret v16, v12`, true},
		"beyond": {`v10 = iconst 13
    v11 = ptradd v2, v10
    v12 = load.4 v11, v0
    v13 = freeze v12
    ret v13, v0`, false},
		"before": {`v10 = iconst -1
    v11 = ptradd v2, v10
    v12 = store.1 v10, v11, v0
    ret v10, v12`, false},
		"moved out": {`v10 = iconst 17
    v11 = ptradd.inbounds v2, v10
    v12 = ptrtoaddr v11
    ret v12, v0`, false},
		"moved to the end": {`v10 = iconst 16
    v11 = ptradd.inbounds v2, v10
    v12 = ptrdiff v11, v1
    ret v12, v0`, true},
		"kept in a variable and in memory": {`v3 = stack_slot 8 align 8
    v4 = stack_slot 8 align 8
    v10 = store.8 v2, v3, align=8, v0
    v11 = load.8 v3, align=8, v10 -> ptr
    v12 = store.8 v11, v4, v10
    v13 = iconst 8
    v14 = load.8 v4, v12 -> ptr
    v15 = ptradd v14, v13
    v16 = load.8 v15, align=8, v12
    v17 = load.16 v14, align=8, v12
    v18 = ptradd v15, v13
    v19 = load.1 v18, v12
    v20 = freeze v19
    ret v20, v12`, false},
		"of the whole again": {`v10 = iconst 0
    v11 = ptradd v2, v10 !ub("whole")
    v12 = iconst 20
    v13 = ptradd v11, v12
    v14 = load.4 v13, align=4, v0
    ret v14, v0`, true},
		"narrowed twice": {`v10 = iconst 4
    v11 = ptradd v2, v10
    v12 = iconst 0
    v13 = ptradd v11, v12 !ub("part", "4 strict m.k")
    v14 = load.4 v13, align=4, v0
    v15 = ptradd v13, v10
    v16 = load.4 v15, align=4, v0
    v17 = freeze v16
    ret v17, v0`, false},
		"written by a function": {`v10 = symbol_addr @memset
    v11 = iconst 1
    v12 = iconst 24
    v13, v14 = call v10(v2, v11, v12), v0 -> ptr
    v15 = load.1 v14, v13
    ret v15, v13`, true},
	} {
		t.Run(name, func(t *testing.T) {
			text := `
extern func @memset(ptr, int, int) -> ptr
func @main() -> int {
  bb0(v0: mem):
    v1 = stack_slot 32 align 8
    v5 = iconst 0
    v6 = iconst 32
    v7 = memset v1, v5, v6, v0
    v8 = iconst 8
    v9 = ptradd v1, v8
    v2 = ptradd v9, v5 !ub("part", "16 loose m")
    br bb9(v7)
  bb9(v50: mem):
    ` + strings.ReplaceAll(c.body, "v0", "v50") + "\n}\n"
			show := func(exact bool) string {
				out := runEither(t, text, Options{Exact: exact, SourceUB: true, PoisonResult: true})
				all := fmt.Sprintf("%s\nafter %d steps", out.Text(), out.Steps)
				for _, r := range out.Reports {
					all += "\n" + r.Text(true)
				}
				if (len(out.Reports) == 0 && !strings.Contains(all, "poison")) != c.ok {
					t.Errorf("exact %v, want ok=%v: %s", exact, c.ok, all)
				}
				return all
			}
			if got, want := show(false), show(true); got != want {
				t.Errorf("the fast engine says\n%s\nthe reference evaluator\n%s", got, want)
			}
		})
	}
}
