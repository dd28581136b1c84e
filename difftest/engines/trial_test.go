package engines_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/difftest/engines"
)

const (
	goodText = `func @f(int:s32) -> int:s32 {
  bb0:
    v0:s32 = param 0
    ret v0
}
`
	endlessText = `func @f(int:s32) -> int:s32 {
  bb0:
    v0:s32 = param 0
    br bb1(v0)
  bb1(v1:s32: int):
    v2:s32 = sext v1, 32
    br bb1(v2)
}
`
	// deepText calls itself as often as its argument says, and needs a frame for each call.
	deepText = `func @f(int:s32) -> int:s32 {
  bb0(v0: mem):
    v1:s32 = param 0
    v2 = iconst 0
    v3 = icmp.le v1, v2
    brif v3, bb1, bb2

  bb1:
    ret v1, v0

  bb2:
    v4 = stack_slot 128
    v5 = iconst 1
    v6 = sub v1, v5
    v7:s32 = sext v6, 32
    v8 = store.4 v7, v4, v0
    v9 = symbol_addr @f
    v10, v11:s32 = call v9(v7), v8 -> int
    v12:s32 = load.4 v4, v10
    v13 = add v11, v12
    v14:s32 = sext v13, 32
    ret v14, v10
}
`
	// claimText says that bits do not matter that it returns.
	claimText = `func @f(int:s32) -> int:s32 {
  bb0:
    v0:s32 = param 0
    v1 = iconst 255
    v2:u8 = and v0:known(xxxxx???), v1
    ret v2
}
`
)

// otherCode is a trial of a program with the machine code of another one, as if that had been
// compiled wrongly.
func otherCode(t *testing.T, program, code string, inputs ...string) *engines.Trial {
	t.Helper()
	p := &engines.Program{Module: module(t, "program.tir", program), Entry: "f"}
	tr := &engines.Trial{Program: p}
	for _, text := range inputs {
		in, err := difftest.ParseInput("input", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		tr.Inputs = append(tr.Inputs, in)
	}
	var err error
	if tr.Want, err = (&engines.Interp{}).Run(context.Background(), p, tr.Inputs); err != nil {
		t.Fatal(err)
	}
	for _, b := range tr.Want {
		if b.End == engines.Undefined || b.End == engines.Undecided {
			t.Fatalf("the interpreter says %s: %s", b.End, b.Why)
		}
	}
	tr.Image, err = engines.Build(context.Background(), &engines.Program{Module: module(t, "code.tir", code), Entry: "f"}, compiler.Options{Level: "0"}, tr.Inputs)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// TestLimits: code that does not end, or takes any amount of stack, where the interpreter ends soon is
// wrong; a program that needs more than the machine has is not; and a program whose own claims are
// false is told from wrong code.
func TestLimits(t *testing.T) {
	recursive := strings.Replace(deepText, "icmp.le v1, v2", "icmp.eq v1, v1", 1)
	recursive = strings.Replace(recursive, "brif v3, bb1, bb2", "brif v3, bb2, bb1", 1)
	for _, row := range []struct {
		name, program, code, input string
		sim, native                engines.FindingKind
		why                        string
	}{
		{"right", goodText, goodText, "[5]", engines.Agrees, engines.Agrees, ""},
		{"endless loop", goodText, endlessText, "[5]", engines.Differs, engines.Differs, "does not end"},
		{"endless recursion", goodText, recursive, "[5]", engines.Differs, engines.Differs, ""},
		{"deep recursion", deepText, deepText, "[100000]", engines.Agrees, engines.Limited, "the stack of 8 MB"},
		{"deep recursion with a wrong result", deepText, strings.Replace(deepText, "    ret v1, v0", "    v20:s32 = iconst 1\n    ret v20, v0", 1), "[100000]", engines.Differs, engines.Differs, "instead of"},
		{"false claim", claimText, strings.Replace(claimText, "255", "7", 1), "[200]", engines.FalseClaim, engines.FalseClaim, "don't-care bits"},
		{"wrong code beside a claim", strings.Replace(claimText, "255", "7", 1), strings.Replace(claimText, "255", "3", 1), "[7]", engines.Differs, engines.Differs, "instead of"},
	} {
		tr := otherCode(t, row.program, row.code, row.input)
		for engine, want := range map[string]engines.FindingKind{"sim": row.sim, "native": row.native} {
			got, err := tr.Run(context.Background(), engine)
			if err != nil {
				t.Fatalf("%s: %s: %v", row.name, engine, err)
			}
			if got[0].Kind != want || want != engines.Agrees && !strings.Contains(got[0].Why, row.why) {
				t.Errorf("%s: %s: kind %d, %q; want kind %d, %q", row.name, engine, got[0].Kind, got[0].Why, want, row.why)
			}
		}
	}
}

// TestSlowCalls: native calls that come to the limit of time are few; the others of that engine are named as left out.
func TestSlowCalls(t *testing.T) {
	if testing.Short() {
		return // it waits for two limits of the processor; TestLimits has one
	}
	var inputs []string
	for n := range 50 {
		inputs = append(inputs, fmt.Sprintf("[%d]", n))
	}
	tr := otherCode(t, goodText, endlessText, inputs...)
	got, err := tr.Run(context.Background(), "native")
	if err != nil {
		t.Fatal(err)
	}
	if got[0].Kind != engines.Differs || got[1].Kind != engines.Differs {
		t.Errorf("the first calls: %v, expected that they have no end", got[:2])
	}
	if x := got[49]; x.Kind != engines.Limited || !strings.Contains(x.Why, "others took too long") {
		t.Errorf("the last call: %v, expected that it was left out", x)
	}
}

// TestEnginesTime: all engines ask the context, and what they do not get to is named.
func TestEnginesTime(t *testing.T) {
	over, cancel := context.WithCancel(context.Background())
	cancel()
	c := engines.Config{Engines: []string{"interp", "sim", "native"}, Levels: []string{"0"}, Runs: 5, Time: 1}
	list, err := engines.Check(context.Background(), module(t, "p.tir", goodText), c)
	if err != nil {
		t.Fatal(err)
	}
	if s := list[0].String(); engines.Verdict(list) != difftest.Inconclusive || !strings.Contains(s, "5 undecided") || !strings.Contains(s, "the time was over") {
		t.Errorf("the interpreter: %s: %s", engines.Verdict(list), s)
	}
	tr := otherCode(t, goodText, endlessText, "[1]", "[2]", "[3]")
	behaviours, err := (&engines.Sim{}).RunImage(over, tr.Image)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range behaviours {
		if b.End != engines.Undecided || !strings.Contains(b.Why, "time limit") || b.Steps > 10_000_000 {
			t.Errorf("the simulator: %s after %d steps: %s", b.End, b.Steps, b.Why)
		}
	}
	for _, engine := range []string{"sim", "native"} {
		found, err := tr.Run(over, engine)
		if err != nil {
			t.Fatal(err)
		}
		for n, x := range found {
			if x.Kind != engines.Limited || !strings.Contains(x.Why, "time") {
				t.Errorf("%s: call %d: %v, expected that the time was over", engine, n, x)
			}
		}
	}
}

// TestMemoryLimits: a program that makes do without memory that it is not given does something else where it is
// given some, which is a limit; and work on much memory is no endless loop.
func TestMemoryLimits(t *testing.T) {
	const text = `func @f(int:u64) -> int:u8 {
  bb0(v0: mem):
    v1:u64 = param 0
    v2 = symbol_addr @malloc
    v3, v4 = call v2(v1), v0 -> ptr
    v5 = ptrtoaddr v4
    v6 = iconst 0
    v7 = icmp.eq v5, v6
    brif v7, bb1, bb2

  bb1:
    v8 = iconst 1
    ret v8, v3

  bb2:
    v9 = iconst 7
    v10 = memset v4, v9, v1, v3
    v11:u8 = load.1 v4, v10
    ret v11, v10
}
`
	for _, row := range []struct {
		megabytes int
		want      difftest.Verdict
		says      string
	}{
		{128, difftest.Refined, "4 compared"},
		{300, difftest.Inconclusive, "memory limit of 256 MB"},
		{600, difftest.Inconclusive, "memory limit of 256 MB"},
		{1000, difftest.Inconclusive, "memory limit of 256 MB"},
		{1500, difftest.Inconclusive, "memory limit of 256 MB"}, // above the limit
		{1 << 30, difftest.Inconclusive, "memory limit of 256 MB"},
	} {
		in, err := difftest.ParseInput("input", fmt.Appendf(nil, "[%d]", row.megabytes<<20))
		if err != nil {
			t.Fatal(err)
		}
		list, err := engines.Check(context.Background(), module(t, "p.tir", text), engines.Config{Engines: both, Levels: []string{"0", "2"}, Inputs: []*difftest.Input{in}})
		if err != nil {
			t.Fatal(err)
		}
		if v := engines.Verdict(list); v != row.want || !strings.Contains(list[0].String(), row.says) {
			t.Errorf("%d MB: %s, want %s with %q\n%s", row.megabytes, v, row.want, row.says, list[0])
		}
	}
}

// TestVerdict: nothing compared is no agreement, whatever the reason.
func TestVerdict(t *testing.T) {
	const undefined = `func @f(int:s32) -> int:s32 {
  bb0:
    v0:s32 = param 0
    unreachable
}
`
	const threads = `func @f(int) -> int {
  bb0:
    v0 = param 0
    v1 = add v0, v0
    ret v1
}
`
	for _, row := range []struct {
		name, text, says string
		want             difftest.Verdict
	}{
		{"right", goodText, "compared", difftest.Refined},
		{"endless", endlessText, "5 undecided", difftest.Inconclusive},
		{"undefined", undefined, "5 undefined", difftest.Vacuous},
		{"rejected", threads, "not compiled", difftest.Inconclusive},
		{"one of two", goodText + strings.Replace(endlessText, "@f", "@g", 1), "@g", difftest.Inconclusive},
	} {
		list, err := engines.Check(context.Background(), module(t, row.name+".tir", row.text), engines.Config{Engines: both, Levels: []string{"0", "2"}, Runs: 5})
		if err != nil {
			t.Fatal(err)
		}
		text := ""
		for _, a := range list {
			text += a.String() + "\n"
		}
		if v := engines.Verdict(list); v != row.want || !strings.Contains(text, row.says) {
			t.Errorf("%s: %s, want %s with %q\n%s", row.name, v, row.want, row.says, text)
		}
	}
}
