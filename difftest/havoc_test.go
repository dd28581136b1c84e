package difftest_test

import (
	"context"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
)

// Pairs around calls of unknown functions, whose verdicts follow from what such a function may see and do.
var havocPairs = []struct{ name, params, before, after, bug string }{
	{"same", "ptr", `
v1 = param 0
v2 = symbol_addr @g
v3, v4 = call v2(v1), v0 -> int
v5 = load.4 v1, v3
v6 = add v4, v5
ret v6, v3`, `
v1 = param 0
v2 = symbol_addr @g
v3, v4 = call v2(v1), v0 -> int
v5 = load.4 v1, v3
v6 = add v4, v5
ret v6, v3`, ""},
	{"a private slot more", "ptr", `
v1 = param 0
v2 = symbol_addr @g
v3, v4 = call v2(v1), v0 -> int
v5 = load.8 v1, v3 -> ptr
v6 = load.1 v5, v3
ret v6, v3`, `
v1 = param 0
v7 = stack_slot 24
v8 = iconst 5
v9 = store.8 v8, v7, v0
v2 = symbol_addr @g
v3, v4 = call v2(v1), v9 -> int
v5 = load.8 v1, v3 -> ptr
v6 = load.1 v5, v3
ret v6, v3`, ""},
	{"slot not passed is not written", "ptr", `
v1 = param 0
v7 = stack_slot 8
v8 = iconst 5
v9 = store.8 v8, v7, v0
v2 = symbol_addr @g
v3, v4 = call v2(v1), v9 -> int
v6 = load.8 v7, v3
ret v6, v3`, `
v1 = param 0
v2 = symbol_addr @g
v3, v4 = call v2(v1), v0 -> int
v6 = iconst 5
ret v6, v3`, ""},
	{"claim dropped", "int", `
v1 = param 0
v2 = symbol_addr @g
v3, v4:u8 = call v2(v1), v0 -> int
ret v4, v3`, `
v1 = param 0
v2 = symbol_addr @g
v3, v4 = call v2(v1), v0 -> int
ret v4, v3`, ""},
	{"what a claim says", "int", `
v1 = param 0
v2 = symbol_addr @g
v3, v4:u8 = call v2(v1), v0 -> int
v5 = iconst 255
v6 = and v4, v5
ret v6, v3`, `
v1 = param 0
v2 = symbol_addr @g
v3, v4:u8 = call v2(v1), v0 -> int
ret v4, v3`, ""},
	{"a constant stays", "int", `
v1 = param 0
v9 = symbol_addr @fixed
v2 = symbol_addr @g
v3, v4 = call v2(v9), v0 -> int
v5 = load.1 v9, v3
ret v5, v3`, `
v1 = param 0
v9 = symbol_addr @fixed
v2 = symbol_addr @g
v3, v4 = call v2(v9), v0 -> int
v5 = iconst 97
ret v5, v3`, ""},
	{"slots in another order", "int", `
v1 = param 0
v7 = stack_slot 8
v8 = stack_slot 16
v9 = store.8 v1, v7, v0
v10 = store.8 v1, v8, v9
v2 = symbol_addr @g
v3, v4 = call v2(v7, v8), v10 -> int
v5 = load.8 v8, v3
ret v5, v3`, `
v1 = param 0
v8 = stack_slot 16
v7 = stack_slot 8
v10 = store.8 v1, v8, v0
v9 = store.8 v1, v7, v10
v2 = symbol_addr @g
v3, v4 = call v2(v7, v8), v9 -> int
v5 = load.8 v8, v3
ret v5, v3`, ""},

	{"store sunk below the call", "ptr", `
v1 = param 0
v5 = iconst 77
v6 = store.4 v5, v1, v0
v2 = symbol_addr @g
v3, v4 = call v2(v1), v6 -> int
v7 = store.4 v5, v1, v3
ret v4, v7`, `
v1 = param 0
v5 = iconst 77
v2 = symbol_addr @g
v3, v4 = call v2(v1), v0 -> int
v7 = store.4 v5, v1, v3
ret v4, v7`, "sees byte 0"},
	{"load forwarded over the call", "ptr, int:u32", `
v1 = param 0
v5 = param 1
v6 = store.4 v5, v1, v0
v2 = symbol_addr @g
v3, v4 = call v2(v1), v6 -> int
v7 = load.4 v1, v3
ret v7, v3`, `
v1 = param 0
v5 = param 1
v6 = store.4 v5, v1, v0
v2 = symbol_addr @g
v3, v4 = call v2(v1), v6 -> int
ret v5, v3`, "result 0 is"},
	{"escaped by an earlier call", "int:u32", `
v1 = stack_slot 8
v5 = param 0
v2 = symbol_addr @g
v3, v4 = call v2(v1), v0 -> int
v6 = store.4 v5, v1, v3
v7, v8 = call v2(), v6 -> int
v9 = load.4 v1, v7
ret v9, v7`, `
v1 = stack_slot 8
v5 = param 0
v2 = symbol_addr @g
v3, v4 = call v2(v1), v0 -> int
v6 = store.4 v5, v1, v3
v7, v8 = call v2(), v6 -> int
ret v5, v7`, "result 0 is"},
	{"reached through a pointer in memory", "int:u32", `
v1 = stack_slot 8
v5 = param 0
v10 = stack_slot 8
v11 = store.8 v1, v10, v0
v6 = store.4 v5, v1, v11
v2 = symbol_addr @g
v3, v4 = call v2(v10), v6 -> int
ret v4, v3`, `
v1 = stack_slot 8
v5 = param 0
v10 = stack_slot 8
v11 = store.8 v1, v10, v0
v2 = symbol_addr @g
v3, v4 = call v2(v10), v11 -> int
ret v4, v3`, "sees byte 0"},
	{"data symbol", "int:u32", `
v1 = symbol_addr @cell
v5 = param 0
v6 = store.1 v5, v1, v0
v2 = symbol_addr @g
v3, v4 = call v2(), v6 -> int
v7 = store.1 v5, v1, v3
ret v4, v7`, `
v1 = symbol_addr @cell
v5 = param 0
v2 = symbol_addr @g
v3, v4 = call v2(), v0 -> int
v7 = store.1 v5, v1, v3
ret v4, v7`, "sees byte 0 of"},
	{"exposed", "int:u32", `
v1 = stack_slot 8
v5 = param 0
v6 = store.8 v5, v1, v0
v10 = ptrtoint v1
v2 = symbol_addr @g
v3, v4 = call v2(), v6 -> int
v7 = load.8 v1, v3
ret v7, v3`, `
v1 = stack_slot 8
v5 = param 0
v6 = store.8 v5, v1, v0
v10 = ptrtoint v1
v2 = symbol_addr @g
v3, v4 = call v2(), v6 -> int
ret v5, v3`, "result 0 is"},
	{"claim added", "int", `
v1 = param 0
v2 = symbol_addr @g
v3, v4 = call v2(v1), v0 -> int
ret v4, v3`, `
v1 = param 0
v2 = symbol_addr @g
v3, v4:u8 = call v2(v1), v0 -> int
ret v4, v3`, "poison after"},
	{"the pointer is not always null", "int", `
v1 = param 0
v2 = symbol_addr @g
v3, v4 = call v2(v1), v0 -> ptr
v5 = ptrtoaddr v4
v6 = iconst 0
v7 = icmp.eq v5, v6
v8 = iconst 1
v9 = select v7, v6, v8
ret v9, v3`, `
v1 = param 0
v2 = symbol_addr @g
v3, v4 = call v2(v1), v0 -> ptr
v6 = iconst 0
ret v6, v3`, "result 0 is 1 before and 0 after"},
	{"the pointer may be the argument", "ptr", `
v1 = param 0
v2 = symbol_addr @g
v3, v4 = call v2(v1), v0 -> ptr
v5 = ptrtoaddr v4
v6 = ptrtoaddr v1
v7 = icmp.eq v5, v6
v8 = iconst 1
v10 = iconst 0
v9 = select v7, v8, v10
ret v9, v3`, `
v1 = param 0
v2 = symbol_addr @g
v3, v4 = call v2(v1), v0 -> ptr
v6 = iconst 0
ret v6, v3`, "result 0 is 1 before and 0 after"},
	{"poison written to memory", "ptr", `
v1 = param 0
v2 = symbol_addr @g
v3, v4 = call v2(v1), v0 -> int
v5 = load.1 v1, v3
v6 = freeze v5
ret v6, v3`, `
v1 = param 0
v2 = symbol_addr @g
v3, v4 = call v2(v1), v0 -> int
v5 = load.1 v1, v3
ret v5, v3`, "and poison after"},
}

func TestUnknownFunctions(t *testing.T) {
	for _, c := range testseed.Sample(t, 2, havocPairs) {
		text := func(body string) string {
			return "data @fixed const = \"abcdefgh\"\n" + withToken(c.params, body)
		}
		before, after := irtest.Parse(t, text(c.before)), irtest.Parse(t, text(c.after))
		for _, exact := range []bool{false, true} {
			res, err := difftest.Check(context.Background(), before, after, difftest.Config{Seed: 1, Workers: 2, Runs: 200, Options: interp.Options{Exact: exact, Havoc: map[string]bool{"g": true}}})
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			d := res.Pairs[0].Divergence
			switch {
			case c.bug == "" && res.Verdict() != difftest.Refined:
				t.Errorf("%s: got %s", c.name, res.Text())
				if d != nil {
					t.Log(d.Text("", true))
				}
			case c.bug != "" && (d == nil || !strings.Contains(d.Diff.Why, c.bug)):
				t.Errorf("%s: got %s, want %s", c.name, res.Text(), c.bug)
				if d != nil {
					t.Log(d.Text("", true))
				}
			}
		}
	}
}
