package difftest_test

import (
	"context"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// pairs with choices, whose verdicts follow from the semantics: the behaviours of before are a set, and after
// must stay in it. The note is what is said of the dependence.
var choicePairs = []struct {
	name, params, before, after string
	want                        difftest.Verdict
	note                        string
}{
	// The same choices on both sides.
	{"freeze returned", "int", `
v1 = poison -> int
v2 = freeze v1
ret v2, v0`, `
v1 = poison -> int
v2 = freeze v1
ret v2, v0`, difftest.Refined, "after depends on freeze"},
	{"address returned", "int", `
v1 = stack_slot 4
v2 = ptrtoaddr v1
ret v2, v0`, `
v1 = stack_slot 4
v2 = ptrtoaddr v1
ret v2, v0`, difftest.Refined, "after depends on addresses"},
	{"bits of a NaN", "f64", `
v1 = param 0
v2 = fdiv v1, v1
v3 = stack_slot 8
v4 = store.8 v2, v3, v0
v5 = load.8 v3, v4
ret v5, v4`, `
v1 = param 0
v2 = fdiv v1, v1
v3 = stack_slot 8
v4 = store.8 v2, v3, v0
v5 = load.8 v3, v4
ret v5, v4`, difftest.Refined, "after depends on the bits of a NaN"},

	// Choices of before that must be found.
	{"freeze of an int is any integer", "int", `
v1 = poison -> int
v2 = freeze v1
ret v2, v0`, "v1 = iconst 1234567890123456789012345678901234567890\nret v1, v0", difftest.Refined, ""},
	{"freeze of an int is negative", "int", `
v1 = poison -> int
v2 = freeze v1
ret v2, v0`, "v1 = iconst -5\nret v1, v0", difftest.Refined, ""},
	{"through a sum", "int", `
v1 = poison -> int
v2 = freeze v1
v3 = iconst 17
v4 = add v2, v3
ret v4, v0`, "v1 = iconst 99999\nret v1, v0", difftest.Refined, ""},
	{"through a product", "int", `
v1 = poison -> int
v2 = freeze v1
v3 = iconst 17
v4 = mul v2, v3
ret v4, v0`, "v1 = iconst 1700\nret v1, v0", difftest.Refined, ""},
	{"through an exclusive or", "int", `
v1 = poison -> int
v2 = freeze v1
v3 = iconst 1717171717171
v4 = xor v2, v3
ret v4, v0`, "v1 = iconst 99\nret v1, v0", difftest.Refined, ""},
	{"a byte", "int", `
v1 = poison -> int
v2 = freeze v1
v3 = zext v2, 8
ret v3, v0`, "v1 = iconst 200\nret v1, v0", difftest.Refined, ""},
	{"one constant decides", "int", `
v1 = poison -> int
v2 = freeze v1
v3 = iconst 8191
v4 = icmp.eq v2, v3
v5 = iconst 1
v6 = iconst 2
v7 = select v4, v5, v6
ret v7, v0`, "v1 = iconst 1\nret v1, v0", difftest.Refined, ""},
	{"the other way of a branch", "int", `
v1 = poison -> bool
v2 = freeze v1
brif v2, bb1, bb2
bb1:
v3 = iconst 1
ret v3, v0
bb2:
trap`, "v3 = iconst 1\nret v3, v0", difftest.Refined, ""},
	{"bytes of memory", "ptr", `
v1 = param 0
v2 = poison -> int
v3 = freeze v2
v4 = store.8 v3, v1, v0
v5 = iconst 0
ret v5, v4`, `
v1 = param 0
v2 = iconst 81985529216486895
v4 = store.8 v2, v1, v0
v5 = iconst 0
ret v5, v4`, difftest.Refined, ""},
	{"two freezes", "int", `
v1 = poison -> int
v2 = freeze v1
v3 = freeze v1
v4 = iconst 1000
v5 = mul v2, v4
v6 = zext v3, 6
v7 = add v5, v6
ret v7, v0`, "v1 = iconst 77063\nret v1, v0", difftest.Refined, ""},
	{"order of two freezes", "int", `
v1 = poison -> int
v2 = freeze v1
v3 = freeze v1
v4 = sub v2, v3
ret v4, v0`, `
v1 = poison -> int
v3 = freeze v1
v2 = freeze v1
v4 = sub v2, v3
ret v4, v0`, difftest.Refined, ""},
	{"a freeze less", "int", `
v1 = poison -> int
v2 = freeze v1
v3 = freeze v1
ret v3, v0`, `
v1 = poison -> int
v2 = freeze v1
ret v2, v0`, difftest.Refined, ""},
	{"a slot less", "int", `
v1 = stack_slot 4
v2 = stack_slot 8
v3 = ptrtoaddr v2
ret v3, v0`, `
v2 = stack_slot 8
v3 = ptrtoaddr v2
ret v3, v0`, difftest.Refined, ""},
	{"order of slots", "int", `
v1 = stack_slot 4
v2 = stack_slot 8
v3 = ptrtoaddr v1
v4 = ptrtoaddr v2
v5 = sub v3, v4
ret v5, v0`, `
v2 = stack_slot 8
v1 = stack_slot 4
v3 = ptrtoaddr v1
v4 = ptrtoaddr v2
v5 = sub v3, v4
ret v5, v0`, difftest.Refined, ""},
	{"address sum", "int", `
v1 = stack_slot 4
v2 = ptrtoaddr v1
v3 = iconst 12
v4 = add v2, v3
ret v4, v0`, `
v1 = stack_slot 4
v2 = ptrtoaddr v1
v3 = iconst 8
v4 = add v2, v3
ret v4, v0`, difftest.Refined, ""},
	{"sign of a NaN", "f64", `
v1 = fconst.f64 0.0
v2 = fdiv v1, v1
v3 = stack_slot 8
v4 = store.8 v2, v3, v0
v5 = load.8 v3, v4
ret v5, v4`, `
v1 = fconst.f64 0.0
v2 = fdiv v1, v1
v6 = fneg v2
v3 = stack_slot 8
v4 = store.8 v6, v3, v0
v5 = load.8 v3, v4
ret v5, v4`, difftest.Refined, ""},

	// No choices of before lead to what after does.
	{"freeze of a byte", "int", `
v1 = poison -> int
v2 = freeze v1
v3 = zext v2, 8
ret v3, v0`, "v1 = iconst 256\nret v1, v0", difftest.Diverged, ""},
	{"low bit", "int", `
v1 = poison -> int
v2 = freeze v1
v3 = iconst 1
v4 = and v2, v3
ret v4, v0`, "v1 = iconst 2\nret v1, v0", difftest.Diverged, ""},
	{"two bools", "int", `
v1 = poison -> bool
v2 = freeze v1
v3 = freeze v1
v4 = bxor v2, v2
v5 = iconst 1
v6 = iconst 0
v7 = select v4, v5, v6
ret v7, v0`, "v1 = iconst 1\nret v1, v0", difftest.Diverged, ""},
	{"frozen once", "int", `
v1 = poison -> int
v2 = freeze v1
v3 = sub v2, v2
ret v3, v0`, `
v1 = poison -> int
v2 = freeze v1
v3 = freeze v1
v4 = sub v2, v3
ret v4, v0`, difftest.Inconclusive, ""}, // 0 whatever is frozen, which runs cannot show
	{"one number of a polynomial", "int", `
v1 = poison -> int
v2 = freeze v1
v3 = mul v2, v2
v4 = add v3, v2
v5 = iconst 1524156912056
v6 = icmp.eq v4, v5
v7 = iconst 1
v8 = iconst 2
v9 = select v6, v7, v8
ret v9, v0`, "v1 = iconst 1\nret v1, v0", difftest.Inconclusive, ""}, // 1234567 * 1234568
	{"one place of a page", "int", `
v1 = stack_slot 4 align 16
v2 = ptrtoaddr v1
v3 = iconst 65520
v4 = and v2, v3
v5 = iconst 4656
v6 = mul v4, v4
v7 = mul v5, v5
v8 = icmp.eq v6, v7
v9 = iconst 1
v10 = iconst 2
v11 = select v8, v9, v10
ret v11, v0`, "v1 = iconst 1\nret v1, v0", difftest.Inconclusive, ""},
	{"poison for one number", "int", `
v1 = poison -> int
v2 = freeze v1
v3 = mul v2, v2
v4 = add v3, v2
v5 = iconst 1524156912056
v6 = icmp.eq v4, v5
v7 = iconst 1
v9 = select v6, v1, v7
ret v9, v0`, "v1 = poison -> int\nret v1, v0", difftest.Inconclusive, ""},
	{"undefined for one number", "int", `
v1 = poison -> int
v2 = freeze v1
v3 = mul v2, v2
v4 = add v3, v2
v5 = iconst 1524156912056
v6 = icmp.eq v4, v5
brif v6, bb1, bb2
bb1:
unreachable
bb2:
v7 = iconst 1
ret v7, v0`, "unreachable", difftest.Inconclusive, ""},
	{"out of a claim for one number", "int", `
v1 = poison -> int
v2 = freeze v1
v3 = mul v2, v2
v4 = add v3, v2
v5 = iconst 1524156912056
v6 = icmp.eq v4, v5
v7 = bool_to_int v6
v8 = iconst 1
v9:u1 = add v7, v8
ret v9, v0`, "v1 = poison -> int\nret v1, v0", difftest.Inconclusive, ""},
	{"compared with constants", "int", `
v1 = poison -> int
v2 = freeze v1
v3 = iconst 8191
v4 = icmp.eq v2, v3
v5 = iconst 1
v6 = iconst 2
v7 = select v4, v5, v6
ret v7, v0`, "v1 = iconst 3\nret v1, v0", difftest.Diverged, ""},
	{"freeze dropped", "int", `
v1 = poison -> int
v2 = freeze v1
ret v2, v0`, "v1 = poison -> int\nret v1, v0", difftest.Diverged, ""},
	{"freeze dropped before a store", "ptr", `
v1 = param 0
v2 = poison -> int
v3 = freeze v2
v4 = iconst 7
v5 = mul v3, v4
v6 = store.8 v5, v1, v0
ret v4, v6`, `
v1 = param 0
v2 = poison -> int
v4 = iconst 7
v6 = store.8 v2, v1, v0
ret v4, v6`, difftest.Diverged, ""},
	{"address made poison", "int", `
v1 = stack_slot 4
v2 = ptrtoaddr v1
v3 = xor v2, v2
ret v3, v0`, "v1 = poison -> int\nret v1, v0", difftest.Diverged, ""},
	{"freedom gained", "int", "v1 = iconst 0\nret v1, v0", `
v1 = poison -> int
v2 = freeze v1
ret v2, v0`, difftest.Diverged, ""},
	{"freedom gained by an address", "int", "v1 = iconst 0\nret v1, v0", `
v1 = stack_slot 4
v2 = ptrtoaddr v1
v3 = iconst 1
v4 = and v2, v3
ret v4, v0`, difftest.Diverged, ""},
	{"beside a freeze", "int, ptr", `
v1 = param 0
v2 = param 1
v3 = poison -> int
v4 = freeze v3
v5 = store.8 v4, v2, v0
ret v1, v5`, `
v1 = param 0
v2 = param 1
v3 = poison -> int
v4 = freeze v3
v5 = store.8 v4, v2, v0
v6 = iconst 1
v7 = add v1, v6
ret v7, v5`, difftest.Diverged, ""},
	{"beside a NaN", "int, f64", `
v1 = param 0
v2 = param 1
v3 = fdiv v2, v2
ret v1, v0`, `
v1 = param 0
v2 = param 1
v3 = fdiv v2, v2
v4 = iconst 8191
v5 = min v1, v4
ret v5, v0`, difftest.Diverged, ""},
	{"beside an alias check", "ptr, ptr, int:u32", `
v1 = param 0
v2 = param 1
v3 = param 2
v4 = ptrtoaddr v1
v5 = ptrtoaddr v2
v6 = icmp.eq v4, v5
v7 = store.4 v3, v1, v0
brif v6, bb1, bb2
bb1:
ret v3, v7
bb2:
v8 = iconst 7
v9 = store.4 v8, v2, v7
v10 = load.4 v1, v9
ret v10, v9`, `
v1 = param 0
v2 = param 1
v3 = param 2
v4 = ptrtoaddr v1
v5 = ptrtoaddr v2
v6 = icmp.eq v4, v5
v7 = store.4 v3, v1, v0
brif v6, bb1, bb2
bb1:
ret v3, v7
bb2:
v8 = iconst 7
v9 = store.4 v8, v2, v7
ret v3, v9`, difftest.Diverged, ""},
	{"beside an alignment check", "int", `
v1 = stack_slot 4 align 16
v2 = ptrtoaddr v1
v3 = iconst 15
v4 = and v2, v3
ret v4, v0`, "v1 = iconst 8\nret v1, v0", difftest.Diverged, ""},
	{"which slot is lower", "int", `
v1 = stack_slot 4
v2 = stack_slot 4
v3 = ptrtoaddr v1
v4 = ptrtoaddr v2
v5 = icmp.lt v3, v4
v6 = iconst 1
v7 = iconst 2
v8 = select v5, v6, v7
ret v8, v0`, "v1 = iconst 2\nret v1, v0", difftest.Refined, ""},
	{"and the other", "int", `
v1 = stack_slot 4
v2 = stack_slot 4
v3 = ptrtoaddr v1
v4 = ptrtoaddr v2
v5 = icmp.lt v3, v4
v6 = iconst 1
v7 = iconst 2
v8 = select v5, v6, v7
ret v8, v0`, "v1 = iconst 1\nret v1, v0", difftest.Refined, ""},
	{"trap gained", "int", `
v1 = poison -> int
v2 = freeze v1
ret v2, v0`, "trap", difftest.Diverged, ""},
}

func TestChoices(t *testing.T) {
	for _, c := range testseed.Every(7, choicePairs) {
		before, after := irtest.Parse(t, withToken(c.params, c.before)), irtest.Parse(t, withToken(c.params, c.after))
		first := ""
		for _, workers := range []int{1, 2} {
			res, err := difftest.Check(context.Background(), before, after, difftest.Config{Seed: 1, Workers: workers, Runs: 40})
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			text := res.Text()
			if d := res.Pairs[0].Divergence; d != nil {
				text += d.Text("", true)
			}
			if first == "" {
				first = text
			}
			if text != first {
				t.Errorf("%s: %d workers: got\n%s\nwant\n%s", c.name, workers, text, first)
			}
			if res.Verdict() != c.want || !strings.Contains(res.Text(), c.note) {
				t.Errorf("%s: got %s\n%s\nwant %s, %s", c.name, res.Verdict(), text, c.want, c.note)
			}
		}
	}
}

// withToken makes a module whose @f has v0 as its memory token.
func withToken(params, text string) string {
	return "data @cell = zero 1\nfunc @f(" + params + `) -> int {
bb0(v0: mem):
` + text + "\n}\n"
}

// TestNaNBits: which NaN an operation gives is open, that it is a NaN is not.
func TestNaNBits(t *testing.T) {
	text := func(body string) string {
		return `func @f(f32) -> f32 {
bb0:
 v0 = param 0
` + body + "\n}\n"
	}
	for _, row := range []struct {
		before, after string
		want          difftest.Verdict
	}{
		{"v1 = fsub v0, v0\nret v1", "v1 = fconst.f32 0.0\nret v1", difftest.Diverged},
		{"v1 = fdiv v0, v0\nret v1", "v1 = fconst.f32 1.0\nret v1", difftest.Diverged},
		{`
v1 = fsub v0, v0
v2 = fabs v1
br bb1(v2)
bb1(v3: f32):
ret v3`, "v1 = fconst.f32 0.0\nret v1", difftest.Diverged},
		{`
v1 = fsub v0, v0
v2 = fabs v1
ret v2`, "v1 = fsub v0, v0\nret v1", difftest.Refined},
		{`
v1 = fsub v0, v0
v2 = fmul v1, v1
ret v2`, "v1 = fsub v0, v0\nret v1", difftest.Refined},
		// The sign of a NaN is open, and this looks at it.
		{
			`
v1 = fsub v0, v0
v2 = bitcast v1 -> byte(4)
v3 = bitcast v2 -> int
v4 = iconst 31
v5 = shr v3, v4
v6 = si_to_fp v5 -> f32
ret v6`,
			`
v1 = fsub v0, v0
v2 = fneg v1
v7 = bitcast v2 -> byte(4)
v3 = bitcast v7 -> int
v4 = iconst 31
v5 = shr v3, v4
v6 = si_to_fp v5 -> f32
ret v6`, difftest.Diverged,
		},
	} {
		res, err := difftest.Check(context.Background(), irtest.Parse(t, text(row.before)), irtest.Parse(t, text(row.after)), difftest.Config{Seed: 1, Runs: 60})
		if err != nil {
			t.Fatal(err)
		}
		if res.Verdict() != row.want {
			t.Errorf("%s\n=>\n%s\n%s, want %s", row.before, row.after, res.Text(), row.want)
		}
	}
}
