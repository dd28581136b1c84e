package difftest_test

import (
	"context"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/interp"
)

// Pairs around calls of unknown functions, whose verdicts follow from what such a function may see and do.
var havocPairs = []struct{ name, params, before, after, bug string }{
	{"same", "ptr", "v1 = param 0\nv2 = symbol_addr @g\nv3, v4 = call v2(v1), v0 -> int\nv5 = load.4 v1, v3\nv6 = add v4, v5\nret v6, v3", "v1 = param 0\nv2 = symbol_addr @g\nv3, v4 = call v2(v1), v0 -> int\nv5 = load.4 v1, v3\nv6 = add v4, v5\nret v6, v3", ""},
	{"a private slot more", "ptr", "v1 = param 0\nv2 = symbol_addr @g\nv3, v4 = call v2(v1), v0 -> int\nv5 = load.8 v1, v3 -> ptr\nv6 = load.1 v5, v3\nret v6, v3", "v1 = param 0\nv7 = stack_slot 24\nv8 = iconst 5\nv9 = store.8 v8, v7, v0\nv2 = symbol_addr @g\nv3, v4 = call v2(v1), v9 -> int\nv5 = load.8 v1, v3 -> ptr\nv6 = load.1 v5, v3\nret v6, v3", ""},
	{"slot not passed is not written", "ptr", "v1 = param 0\nv7 = stack_slot 8\nv8 = iconst 5\nv9 = store.8 v8, v7, v0\nv2 = symbol_addr @g\nv3, v4 = call v2(v1), v9 -> int\nv6 = load.8 v7, v3\nret v6, v3", "v1 = param 0\nv2 = symbol_addr @g\nv3, v4 = call v2(v1), v0 -> int\nv6 = iconst 5\nret v6, v3", ""},
	{"claim dropped", "int", "v1 = param 0\nv2 = symbol_addr @g\nv3, v4:u8 = call v2(v1), v0 -> int\nret v4, v3", "v1 = param 0\nv2 = symbol_addr @g\nv3, v4 = call v2(v1), v0 -> int\nret v4, v3", ""},
	{"what a claim says", "int", "v1 = param 0\nv2 = symbol_addr @g\nv3, v4:u8 = call v2(v1), v0 -> int\nv5 = iconst 255\nv6 = and v4, v5\nret v6, v3", "v1 = param 0\nv2 = symbol_addr @g\nv3, v4:u8 = call v2(v1), v0 -> int\nret v4, v3", ""},
	{"a constant stays", "int", "v1 = param 0\nv9 = symbol_addr @fixed\nv2 = symbol_addr @g\nv3, v4 = call v2(v9), v0 -> int\nv5 = load.1 v9, v3\nret v5, v3", "v1 = param 0\nv9 = symbol_addr @fixed\nv2 = symbol_addr @g\nv3, v4 = call v2(v9), v0 -> int\nv5 = iconst 97\nret v5, v3", ""},
	{"slots in another order", "int", "v1 = param 0\nv7 = stack_slot 8\nv8 = stack_slot 16\nv9 = store.8 v1, v7, v0\nv10 = store.8 v1, v8, v9\nv2 = symbol_addr @g\nv3, v4 = call v2(v7, v8), v10 -> int\nv5 = load.8 v8, v3\nret v5, v3", "v1 = param 0\nv8 = stack_slot 16\nv7 = stack_slot 8\nv10 = store.8 v1, v8, v0\nv9 = store.8 v1, v7, v10\nv2 = symbol_addr @g\nv3, v4 = call v2(v7, v8), v9 -> int\nv5 = load.8 v8, v3\nret v5, v3", ""},

	{"store sunk below the call", "ptr", "v1 = param 0\nv5 = iconst 77\nv6 = store.4 v5, v1, v0\nv2 = symbol_addr @g\nv3, v4 = call v2(v1), v6 -> int\nv7 = store.4 v5, v1, v3\nret v4, v7", "v1 = param 0\nv5 = iconst 77\nv2 = symbol_addr @g\nv3, v4 = call v2(v1), v0 -> int\nv7 = store.4 v5, v1, v3\nret v4, v7", "sees byte 0"},
	{"load forwarded over the call", "ptr, int:u32", "v1 = param 0\nv5 = param 1\nv6 = store.4 v5, v1, v0\nv2 = symbol_addr @g\nv3, v4 = call v2(v1), v6 -> int\nv7 = load.4 v1, v3\nret v7, v3", "v1 = param 0\nv5 = param 1\nv6 = store.4 v5, v1, v0\nv2 = symbol_addr @g\nv3, v4 = call v2(v1), v6 -> int\nret v5, v3", "result 0 is"},
	{"escaped by an earlier call", "int:u32", "v1 = stack_slot 8\nv5 = param 0\nv2 = symbol_addr @g\nv3, v4 = call v2(v1), v0 -> int\nv6 = store.4 v5, v1, v3\nv7, v8 = call v2(), v6 -> int\nv9 = load.4 v1, v7\nret v9, v7", "v1 = stack_slot 8\nv5 = param 0\nv2 = symbol_addr @g\nv3, v4 = call v2(v1), v0 -> int\nv6 = store.4 v5, v1, v3\nv7, v8 = call v2(), v6 -> int\nret v5, v7", "result 0 is"},
	{"reached through a pointer in memory", "int:u32", "v1 = stack_slot 8\nv5 = param 0\nv10 = stack_slot 8\nv11 = store.8 v1, v10, v0\nv6 = store.4 v5, v1, v11\nv2 = symbol_addr @g\nv3, v4 = call v2(v10), v6 -> int\nret v4, v3", "v1 = stack_slot 8\nv5 = param 0\nv10 = stack_slot 8\nv11 = store.8 v1, v10, v0\nv2 = symbol_addr @g\nv3, v4 = call v2(v10), v11 -> int\nret v4, v3", "sees byte 0"},
	{"data symbol", "int:u32", "v1 = symbol_addr @cell\nv5 = param 0\nv6 = store.1 v5, v1, v0\nv2 = symbol_addr @g\nv3, v4 = call v2(), v6 -> int\nv7 = store.1 v5, v1, v3\nret v4, v7", "v1 = symbol_addr @cell\nv5 = param 0\nv2 = symbol_addr @g\nv3, v4 = call v2(), v0 -> int\nv7 = store.1 v5, v1, v3\nret v4, v7", "sees byte 0 of"},
	{"exposed", "int:u32", "v1 = stack_slot 8\nv5 = param 0\nv6 = store.8 v5, v1, v0\nv10 = ptrtoint v1\nv2 = symbol_addr @g\nv3, v4 = call v2(), v6 -> int\nv7 = load.8 v1, v3\nret v7, v3", "v1 = stack_slot 8\nv5 = param 0\nv6 = store.8 v5, v1, v0\nv10 = ptrtoint v1\nv2 = symbol_addr @g\nv3, v4 = call v2(), v6 -> int\nret v5, v3", "result 0 is"},
	{"claim added", "int", "v1 = param 0\nv2 = symbol_addr @g\nv3, v4 = call v2(v1), v0 -> int\nret v4, v3", "v1 = param 0\nv2 = symbol_addr @g\nv3, v4:u8 = call v2(v1), v0 -> int\nret v4, v3", "poison after"},
	{"the pointer is not always null", "int", "v1 = param 0\nv2 = symbol_addr @g\nv3, v4 = call v2(v1), v0 -> ptr\nv5 = ptrtoaddr v4\nv6 = iconst 0\nv7 = icmp.eq v5, v6\nv8 = iconst 1\nv9 = select v7, v6, v8\nret v9, v3", "v1 = param 0\nv2 = symbol_addr @g\nv3, v4 = call v2(v1), v0 -> ptr\nv6 = iconst 0\nret v6, v3", "result 0 is 1 before and 0 after"},
	{"the pointer may be the argument", "ptr", "v1 = param 0\nv2 = symbol_addr @g\nv3, v4 = call v2(v1), v0 -> ptr\nv5 = ptrtoaddr v4\nv6 = ptrtoaddr v1\nv7 = icmp.eq v5, v6\nv8 = iconst 1\nv10 = iconst 0\nv9 = select v7, v8, v10\nret v9, v3", "v1 = param 0\nv2 = symbol_addr @g\nv3, v4 = call v2(v1), v0 -> ptr\nv6 = iconst 0\nret v6, v3", "result 0 is 1 before and 0 after"},
	{"poison written to memory", "ptr", "v1 = param 0\nv2 = symbol_addr @g\nv3, v4 = call v2(v1), v0 -> int\nv5 = load.1 v1, v3\nv6 = freeze v5\nret v6, v3", "v1 = param 0\nv2 = symbol_addr @g\nv3, v4 = call v2(v1), v0 -> int\nv5 = load.1 v1, v3\nret v5, v3", "and poison after"},
}

func TestUnknownFunctions(t *testing.T) {
	for _, c := range havocPairs {
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
					t.Log(d.Text(""))
				}
			case c.bug != "" && (d == nil || !strings.Contains(d.Diff.Why, c.bug)):
				t.Errorf("%s: got %s, want %s", c.name, res.Text(), c.bug)
				if d != nil {
					t.Log(d.Text(""))
				}
			}
		}
	}
}
