package difftest_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
)

// planted are pairs of bodies of @f; bug says where the second goes wrong, empty if it is right.
var planted = []struct{ name, params, before, after, bug string }{
	{"same", "int", "v0 = param 0\nret v0", "v0 = param 0\nret v0", ""},
	{"commuted", "int, int", `
v0 = param 0
v1 = param 1
v2 = add v0, v1
ret v2`, `
v0 = param 1
v1 = param 0
v2 = add v0, v1
ret v2`, ""},
	{"doubled", "int", `
v0 = param 0
v1 = add v0, v0
ret v1`, `
v0 = param 0
v1 = iconst 1
v2 = shl v0, v1
ret v2`, ""},
	{"poison dropped", "int", `
v0 = param 0
v1:s8 = add v0, v0
ret v1`, `
v0 = param 0
v1 = add v0, v0
ret v1`, ""},
	{"anything for undefined behaviour", "int", `
v0 = param 0
v1 = iconst 3
v2 = icmp.eq v0, v1
brif v2, bb1, bb2
bb1:
unreachable
bb2:
ret v0`, "v0 = param 0\nret v0", ""},

	{"one constant", "int", "v0 = param 0\nret v0", `
v0 = param 0
v1 = iconst 8191
v2 = icmp.eq v0, v1
v3 = iconst 0
v4 = select v2, v3, v0
ret v4`, "result 0 is 8191 before and 0 after"},
	{"off by one bound", "int:s16", "v0 = param 0\nret v0", `
v0 = param 0
v1 = iconst 32766
v2 = min v0, v1
ret v2`, "result 0 is 32767 before and 32766 after"},
	{"negative division", "int", `
v0 = param 0
v1 = iconst 2
v2 = div v0, v1
ret v2`, `
v0 = param 0
v1 = iconst 2
v2 = tdiv v0, v1
ret v2`, "result 0 is"},
	{"poison invented", "int", "v0 = param 0\nret v0", `
v0 = param 0
v1 = iconst 0
v2:s32 = add v0, v1
ret v2`, "and poison after"},
	{"freeze dropped", "int", `
v0 = param 0
v1 = freeze v0
ret v1`, "v0 = param 0\nret v0", "result 0 is 0 before and poison after"},
	{"undefined invented", "int", "v0 = param 0\nret v0", `
v0 = param 0
v1 = iconst 3
v2 = icmp.eq v0, v1
brif v2, bb1, bb2
bb1:
unreachable
bb2:
ret v0`, "TUF-UB-003"},
	{"trap lost", "int", `
v0 = param 0
v1 = iconst 100
v2 = icmp.gt v0, v1
brif v2, bb1, bb2
bb1:
trap
bb2:
ret v0`, "v0 = param 0\nret v0", "before ends by trap, after by returned"},
	{"aliasing store", "ptr, ptr", `
v1 = param 0
v2 = param 1
v3 = iconst 1
v4 = iconst 2
v5 = store.4 v3, v1, v0
v6 = store.4 v4, v2, v5
v7 = load.4 v1, v6
ret v7, v6`,
		`
v1 = param 0
v2 = param 1
v3 = iconst 1
v4 = iconst 2
v5 = store.4 v3, v1, v0
v6 = store.4 v4, v2, v5
ret v3, v6`, "result 0 is"},
	{"store dropped", "ptr", `
v1 = param 0
v3 = iconst 1
v5 = store.1 v3, v1, v0
ret v3, v5`, `
v1 = param 0
v3 = iconst 1
ret v3, v0`, "byte 0 of alloc"},
	{"store of uninit", "ptr", `
v1 = param 0
v3 = iconst 1
v5 = store.1 v3, v1, v0
ret v3, v5`, `
v1 = param 0
v3 = iconst 1
v2 = stack_slot 1
v4 = memcpy v1, v2, v3, v0
ret v3, v4`, "and __ after"},
	{"wide store", "ptr", `
v1 = param 0
v3 = iconst 0
v5 = store.1 v3, v1, v0
ret v3, v5`, `
v1 = param 0
v3 = iconst 0
v5 = store.2 v3, v1, v0
ret v3, v5`, "byte 1 of alloc"},
	{"data changed", "int", "v1 = param 0\nret v1, v0", `
v1 = param 0
v2 = symbol_addr @cell
v3 = iconst 1
v4 = store.1 v3, v2, v0
ret v1, v4`, "(@cell) is 00 before and 01 after"},
	{"call dropped", "int:u7", `
v1 = param 0
v2 = symbol_addr @putchar
v3, v4 = call v2(v1), v0 -> int
ret v4, v3`, "v1 = param 0\nret v1, v0", "before calls @putchar as external call 0, after ends first"},
	{"call repeated", "int:u7", `
v1 = param 0
v2 = symbol_addr @putchar
v3, v4 = call v2(v1), v0 -> int
ret v4, v3`, `
v1 = param 0
v2 = symbol_addr @putchar
v3, v4 = call v2(v1), v0 -> int
v5, v6 = call v2(v1), v3 -> int
ret v6, v5`, "after calls @putchar as external call 1"},
	{"exit status", "int:u7", `
v1 = param 0
v2 = symbol_addr @exit
v3 = call v2(v1), v0
ret v1, v3`, `
v1 = param 0
v4 = iconst 1
v5 = add v1, v4
v2 = symbol_addr @exit
v3 = call v2(v5), v0
ret v1, v3`, "argument 0 of @exit is 0 before and 1 after"},
	{"negative zero", "f64", `
v0 = param 0
v1 = fconst.f64 0.0
v2 = fadd v0, v1
v3 = bitcast v2 -> byte(8)
v4 = iconst 0
ret v4`, `
v0 = param 0
v4 = iconst 0
ret v4`, ""},
	{"dont-care used", "int", `
v0 = param 0
v1 = iconst 255
v2 = and v0, v1
ret v2`, `
v0 = param 0
v1 = iconst 255
v2 = and v0:known(xxxxx???), v1
ret v2`, "result 0 is"},
	{"dont-care used of a block argument", "int", `
v0 = param 0
br bb1(v0)
bb1(v1: int):
ret v1`, `
v0 = param 0
br bb1(v0)
bb1(v1: int:known(xxxxx???)):
ret v1`, "result 0 is"},
}

// body makes a module with @f; bodies that start at v1 have v0 as their memory token.
func body(params, text string) string {
	entry := "bb0:"
	if strings.HasPrefix(strings.TrimSpace(text), "v1") {
		entry = "bb0(v0: mem):"
	}
	return "data @cell = zero 1\nfunc @f(" + params + ") -> int {\n" + entry + "\n" + text + "\n}\n"
}

func TestCheckFindsPlantedBugs(t *testing.T) {
	for _, c := range planted {
		before, after := irtest.Parse(t, body(c.params, c.before)), irtest.Parse(t, body(c.params, c.after))
		var first string
		for _, workers := range testseed.Every(2, []int{1, 2, 4}) {
			for _, exact := range []bool{false, true} {
				res, err := difftest.Check(context.Background(), before, after, difftest.Config{Seed: testseed.Seed(t), Workers: workers, Options: interp.Options{Exact: exact}})
				if err != nil {
					t.Fatalf("%s: %v", c.name, err)
				}
				text := res.Text()
				if d := res.Pairs[0].Divergence; d != nil {
					text += d.Text(d.Command("before.tir", "after.tir"), true)
				}
				if first == "" {
					first = text
				}
				if text != first {
					t.Errorf("%s: %d workers, exact %t: got\n%s\nwant\n%s", c.name, workers, exact, text, first)
				}
				checkPlanted(t, c.name, c.bug, res)
			}
		}
	}
}

// checkPlanted looks for the bug in the result of a comparison.
func checkPlanted(t *testing.T, name, bug string, res *difftest.Result) {
	t.Helper()
	p := res.Pairs[0]
	switch {
	case p.Inconclusive > 0:
		t.Errorf("%s: %d inconclusive: %v", name, p.Inconclusive, p.Reasons)
	case bug == "" && res.Verdict() != difftest.Refined:
		t.Errorf("%s: got %s", name, p.Divergence.Text("", true))
	case bug == "" && p.Runs != difftest.DefaultRuns:
		t.Errorf("%s: %d runs", name, p.Runs)
	case bug != "" && (res.Verdict() != difftest.Diverged || !strings.Contains(p.Divergence.Diff.Why+p.Divergence.Text("", true), bug)):
		t.Errorf("%s: got %s, want %s", name, res.Text(), bug)
	}
}

// TestCheckReplays: the input of a counterexample, given alone as JSON, shows it again.
func TestCheckReplays(t *testing.T) {
	for _, c := range planted {
		before, after := irtest.Parse(t, body(c.params, c.before)), irtest.Parse(t, body(c.params, c.after))
		res, err := difftest.Check(context.Background(), before, after, difftest.Config{Seed: 5})
		if err != nil {
			t.Fatal(err)
		}
		d := res.Pairs[0].Divergence
		if d == nil {
			continue
		}
		in, err := difftest.ParseInput("x.json", []byte(d.Input.String()))
		if err != nil {
			t.Fatal(err)
		}
		again, err := difftest.Check(context.Background(), before, after, difftest.Config{Entry: "f", Seed: d.Seed, Inputs: []*difftest.Input{in}, Options: d.Options})
		if err != nil {
			t.Fatal(err)
		}
		x := again.Pairs[0].Divergence
		if x == nil || x.Text("", true) != d.Text("", true) {
			t.Errorf("%s: the counterexample does not diverge again", c.name)
		}
		if _, err := json.Marshal(again.Record()); err != nil {
			t.Error(err)
		}
	}
}

func TestCheckVerdicts(t *testing.T) {
	const loop = `func @f(int) -> int {
  bb0:
    br bb0
}
`
	const unknown = `func @f(int) -> int {
  bb0(v0: mem):
    v1 = symbol_addr @mystery
    v2, v3 = call v1(), v0 -> int
    ret v3, v2
}
`
	id := body("int", "v0 = param 0\nret v0")
	const never = `func @f(int) -> int {
  bb0:
    unreachable
}
`
	once := body("int", `v0 = param 0
v1 = iconst 3
v2 = icmp.eq v0, v1
brif v2, bb2, bb1
bb1:
unreachable
bb2:
ret v0`)
	some := body("int", `v0 = param 0
v1 = iconst 3
v2 = icmp.eq v0, v1
brif v2, bb1, bb2
bb1:
br bb1
bb2:
ret v0`)
	unit := body("", "v0 = iconst 1\nret v0")
	inputs := func(texts ...string) (out []*difftest.Input) {
		for _, text := range texts {
			in, err := difftest.ParseInput("input", []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, in)
		}
		return out
	}
	for _, c := range []struct {
		name, before, after string
		config              difftest.Config
		want                difftest.Verdict
		text                string
	}{
		{"out of fuel", loop, loop, difftest.Config{Runs: 3, Options: interp.Options{Fuel: 1000}}, difftest.Inconclusive, "inconclusive: before: out of fuel"},
		{"unsupported", unknown, id, difftest.Config{Runs: 3}, difftest.Inconclusive, "inconclusive: before: unsupported: external function @mystery"},
		{"signature", id, strings.Replace(id, "int", "int, int", 1), difftest.Config{}, difftest.Vacuous, "@f: vacuous, not compared: the signatures differ"},
		{"missing", id + `func @g() {
  bb0:
    ret
}
`, id, difftest.Config{Runs: 10}, difftest.Vacuous, "not in the second file: @g"},
		{"missing, not asked for", id + `func @g() {
  bb0:
    ret
}
`, id, difftest.Config{Runs: 10, Entry: "f"}, difftest.Refined, "@f: refines"},
		{"undefined", never, id, difftest.Config{}, difftest.Vacuous, "vacuous: before is undefined on every input"},
		{"undefined but once", once, id, difftest.Config{Inputs: inputs("[1]", "[2]", "[3]")}, difftest.Refined, "before undefined on 2"},
		{"tried once", id, id, difftest.Config{Runs: 1}, difftest.Vacuous, "vacuous: one input was compared"},
		{"tried once of one", unit, unit, difftest.Config{}, difftest.Refined, "(1 input,"},
		{"given once", id, id, difftest.Config{Inputs: inputs("[1]")}, difftest.Refined, "(1 input,"},
		{"one of two endless", id + strings.Replace(loop, "@f", "@g", 1), id + strings.Replace(loop, "@f", "@g", 1), difftest.Config{Runs: 10, Options: interp.Options{Fuel: 1000}}, difftest.Inconclusive, "@f: refines"},
		{"after endless on some", id, some, difftest.Config{Inputs: inputs("[1]", "[3]", "[4]"), Options: interp.Options{Fuel: 100_000}}, difftest.Inconclusive, "after comes to a limit on"},
		{"before endless on some", some, id, difftest.Config{Options: interp.Options{Fuel: 100_000}}, difftest.Refined, "inconclusive: "},
		{"no inputs", id, id, difftest.Config{Inputs: []*difftest.Input{}}, difftest.Inconclusive, "(no inputs"},
		{"havoc", unknown, unknown, difftest.Config{Runs: 3, Options: interp.Options{Havoc: map[string]bool{"mystery": true}}}, difftest.Refined, "@f: refines (3 inputs"},
		{"time", id, id, difftest.Config{Runs: 5, Time: time.Hour}, difftest.Refined, "@f: refines"},
	} {
		res, err := difftest.Check(context.Background(), irtest.Parse(t, c.before), irtest.Parse(t, c.after), c.config)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if res.Verdict() != c.want || !strings.Contains(res.Text(), c.text) {
			t.Errorf("%s: got %s\n%s\nwant %s, %s", c.name, res.Verdict(), res.Text(), c.want, c.text)
		}
	}
}

func TestCheckErrors(t *testing.T) {
	f, g := irtest.Parse(t, `func @f(int) {
  bb0:
    ret
}
`), irtest.Parse(t, `func @g() {
  bb0:
    ret
}
`)
	for _, c := range []struct {
		config difftest.Config
		want   string
	}{
		{difftest.Config{}, "the two files have no function in common"},
		{difftest.Config{Entry: "f"}, "the second file has no function @f"},
		{difftest.Config{Entry: "g"}, "the first file has no function @g"},
	} {
		if _, err := difftest.Check(context.Background(), f, g, c.config); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	if _, err := difftest.Check(context.Background(), f, f, difftest.Config{Inputs: []*difftest.Input{{}}}); err == nil || !strings.Contains(err.Error(), "the input has no arguments, the function takes 1") {
		t.Errorf("an input that does not fit: %v", err)
	}
}

func TestCommand(t *testing.T) {
	d := &difftest.Divergence{Func: "a b", Seed: 3, Input: &difftest.Input{Args: []difftest.Arg{{Null: true}}}, Options: interp.Options{
		AddressSeed: 4, VScale: 2, Fuel: 9, StrictProvenance: true, CheckMemSSA: true, Havoc: map[string]bool{"z": true, "y": true},
		Freeze: interp.Choice{Kind: interp.ChooseRandom, Seed: 8}, DontCare: interp.Choice{Kind: interp.ChooseOne},
	}}
	want := `tuffy-interp --differential 'it'\''s.tir' x/after.tir --entry 'a b' --seed 3 --address-seed 4 --vscale 2 --fuel 9 --freeze random:8 --dont-care one --strict-provenance --check-memssa --extern y:havoc --extern z:havoc --args '[null]'`
	if got := d.Command("it's.tir", "x/after.tir"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	d = &difftest.Divergence{Func: "f", Input: &difftest.Input{Args: []difftest.Arg{}, Buffers: []difftest.Buffer{{Bytes: "&0+1"}}}}
	if got, want := d.Command("a", "b"), `tuffy-interp --differential a b --entry f --args '{"args":[],"buffers":[{"bytes":"&0+1"}]}'`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestDontCareEachBit: a claim that is wrong in one bit is found whatever the seed.
func TestDontCareEachBit(t *testing.T) {
	const text = `func @f(int) -> int {
bb0:
 v0 = param 0
 v1 = iconst 5
 v2 = and v0, v1
 v3 = sext v2, 22
 ret v3
}
`
	before, after := irtest.Parse(t, text), irtest.Parse(t, strings.Replace(text, "sext v2", "sext v2:i21", 1))
	for seed := range uint64(16) {
		res, err := difftest.Check(context.Background(), before, after, difftest.Config{Seed: seed, Runs: 20})
		if err != nil {
			t.Fatal(err)
		}
		if res.Verdict() != difftest.Diverged || res.Pairs[0].Divergence.Kind != difftest.DontCareUsed {
			t.Errorf("seed %d: %s", seed, res.Text())
		}
	}
}
