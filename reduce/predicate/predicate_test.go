package predicate_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/reduce"
	"github.com/tuffy-ir/tuffy/reduce/predicate"
)

// returns is a program that returns an int.
func returns(s string) string {
	return `func @main() -> int {
  bb0:
    v0 = iconst ` + s + `
    ret v0
}
`
}

const (
	undefined = `func @main() -> int {
  bb0:
    unreachable
}
`
	poisoned = `func @main() -> int {
  bb0:
    v0 = poison -> int
    ret v0
}
`
	trapping = `func @main() -> int {
  bb0:
    trap
}
`
	endless = `func @main() -> int {
  bb0:
    br bb1

  bb1:
    br bb1
}
`
	noMain = `func @f() {
  bb0:
    ret
}
`
	takesArg = `func @main(int) -> int {
  bb0:
    v0 = param 0
    ret v0
}
`
)

// TestPair: what is interesting when the start returns 1 before and 2 after.
func TestPair(t *testing.T) {
	for _, row := range []struct {
		before, after string
		want, allowUB bool
	}{
		{returns("1"), returns("2"), true, true},
		{returns("5"), returns("6"), true, true},
		{returns("1"), returns("1"), false, false},
		{undefined, returns("2"), false, true}, // anything refines undefined behaviour
		{undefined, undefined, false, false},
		{undefined, trapping, false, true},
		{returns("1"), undefined, false, true}, // differs, but in another way than the start
		{returns("1"), trapping, false, true},
		{returns("1"), poisoned, false, true},
		{poisoned, returns("1"), false, false},
		{returns("1"), endless, false, false},
		{endless, returns("1"), false, false},
		{returns("1"), noMain, false, false},
		{noMain, noMain, false, false},
		{returns("1"), takesArg, false, false},
	} {
		for _, allow := range []bool{false, true} {
			p := &predicate.Pair{Config: difftest.Config{Workers: 1}, AllowUB: allow}
			want := row.want
			if allow {
				want = row.allowUB
				p.Config.Entry, p.Config.Inputs, p.Config.Options.Fuel = "main", []*difftest.Input{{}}, 1000
			}
			start := reduce.Case{irtest.Parse(t, returns("1")), irtest.Parse(t, returns("2"))}
			if d, err := p.Find(context.Background(), start); err != nil || (d == nil) != allow {
				t.Fatal(d, err)
			}
			got, err := p.Interesting(context.Background(), reduce.Case{irtest.Parse(t, row.before), irtest.Parse(t, row.after)})
			if got != want || err != nil {
				t.Errorf("allow %v: %v, %v for\n%s\nand\n%s", allow, got, err, row.before, row.after)
			}
		}
	}
}

// TestPairShrinksTogether: edits that only fit both files at once are found.
func TestPairShrinksTogether(t *testing.T) {
	file := func(op string) string {
		return `func @h(int, int) -> int {
  bb0:
    v0 = param 0
    v1 = param 1
    v2 = add v0, v1
    ret v2
}

` +
			`func @f(int, int) -> int {
  bb0(v0: mem):
    v1 = param 0
    v2 = param 1
    v3 = symbol_addr @h
    v4, v5 = call v3(v1, v2), v0 -> int
    v6 = ` + op + ` v5, v2
    ret v6, v4
}
`
	}
	p := &predicate.Pair{Config: difftest.Config{Entry: "f", Workers: 1, Seed: testseed.Seed(t)}}
	start := reduce.Case{irtest.Parse(t, file("add")), irtest.Parse(t, file("sub"))}
	if d, err := p.Find(context.Background(), start); err != nil || d == nil {
		t.Fatal(d, err)
	}
	res, err := reduce.Run(context.Background(), start, p, reduce.Options{Keep: []string{"f"}, Jobs: 2})
	if err != nil || !res.Complete || len(res.Best) != 2 {
		t.Fatal(err)
	}
	for _, m := range res.Best {
		if m.Func("h") != nil || (reduce.Case{m}).Insts() > 3 {
			t.Errorf("%s", m)
		}
	}
}

// TestTransformed: what makes the second file stays at fault, and a transformation that fails
// otherwise is an error or not interesting.
func TestTransformed(t *testing.T) {
	source := `func @main() -> int {
  bb0:
    v0 = iconst 6
    v1 = iconst 7
    v2 = mul v0, v1
    v3 = add v2, v0
    ret v3
}
`
	apply := func(m *ir.Module) *ir.Module {
		return irtest.Parse(t, strings.ReplaceAll(m.Canonical(), " mul ", " sub "))
	}
	p := &predicate.Transformed{Pair: predicate.Pair{Config: difftest.Config{Workers: 1}}, Apply: apply}
	if d, err := p.Find(context.Background(), reduce.Case{irtest.Parse(t, source)}); err != nil || d == nil {
		t.Fatal(d, err)
	}
	res, err := reduce.Run(context.Background(), reduce.Case{irtest.Parse(t, source)}, p, reduce.Options{Keep: []string{"main"}, Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	if text := res.Best.Text(); !strings.Contains(text, " mul ") || res.Best.Insts() > 3 {
		t.Errorf("%s", text)
	}
	for _, bad := range []func(m *ir.Module) *ir.Module{
		func(*ir.Module) *ir.Module { return nil },
		func(*ir.Module) *ir.Module { panic("oops") },
		func(*ir.Module) *ir.Module { m := ir.NewModule(); m.AddFunc("main", nil, nil); return m },
	} {
		q := &predicate.Transformed{Pair: predicate.Pair{Config: difftest.Config{Workers: 1}}, Apply: bad}
		if d, err := q.Find(context.Background(), reduce.Case{irtest.Parse(t, source)}); d != nil || err == nil && bad(nil) != nil {
			t.Errorf("%v, %v", d, err)
		}
		if ok, err := q.Interesting(context.Background(), reduce.Case{irtest.Parse(t, source)}); ok || err != nil {
			t.Errorf("%v, %v", ok, err)
		}
	}
}

// TestProgram: runs that cannot start, and panics of the interpreter.
func TestProgram(t *testing.T) {
	any := &predicate.Program{Want: func(*interp.Outcome) bool { return true }}
	panics := &predicate.Program{Want: func(*interp.Outcome) bool { panic("oops") }}
	crash := &predicate.Program{Options: interp.Options{Observer: crashing{}}}
	for _, row := range []struct {
		p    *predicate.Program
		src  string
		want bool
	}{
		{any, returns("1"), true}, {any, noMain, false}, {any, takesArg, false},
		{panics, returns("1"), false},
		{crash, returns("1"), true}, {crash, noMain, false},
		{&predicate.Program{}, returns("1"), false},
	} {
		if got, err := row.p.Interesting(context.Background(), reduce.Case{irtest.Parse(t, row.src)}); got != row.want || err != nil {
			t.Errorf("%v, %v for\n%s", got, err, row.src)
		}
	}
	if out, err := crash.Bound(context.Background(), irtest.Parse(t, returns("1"))); out != nil || err != nil || crash.Options.Fuel == 0 {
		t.Errorf("%v, %v, fuel %d", out, err, crash.Options.Fuel)
	}
	if out, err := any.Bound(context.Background(), irtest.Parse(t, returns("1"))); out == nil || err != nil || any.Options.Fuel < 2 {
		t.Errorf("%v, %v, fuel %d", out, err, any.Options.Fuel)
	}
}

type crashing struct{}

func (crashing) Before(*interp.Step) error { panic("oops") }
func (crashing) After(*interp.Step) error  { return nil }

// TestFacts: blocks that ran, and values that were always the same.
func TestFacts(t *testing.T) {
	m := irtest.Parse(t, `func @main() -> int {
  bb0:
    v0 = iconst 0
    br bb1(v0)

  region loop {
    bb1(v2: int):
      v3 = iconst 4
      v4 = add v2, v3
      v5 = icmp.lt v4, v3
      brif v5, bb2, bb3

    bb2:
      continue v4

    bb3:
      v7 = icmp.lt v2, v3
      brif v7, bb4, bb5

    bb4:
      continue v4
  }

  bb5:
    ret v4
}
`)
	facts := (&predicate.Program{Options: interp.Options{Fuel: 1000}}).Facts(context.Background(), reduce.Case{m})
	f, ran := m.Func("main"), ""
	for b := range f.Blocks() {
		if facts[0].Executed["main"][b] {
			ran += f.Number().BlockName(b) + " "
		}
	}
	if ran != "bb0 bb1 bb3 bb4 bb5 " {
		t.Errorf("ran %s", ran)
	}
	for b := range f.Blocks() {
		for i := range f.Insts(b) {
			for _, v := range f.Results(i) {
				want := map[ir.Op]string{ir.OpIConst: "constant", ir.OpAdd: "changing", ir.OpICmp: "constant"}[f.Op(i)]
				if f.Op(i) == ir.OpICmp && f.NextInst(i) != ir.NoInst && b == f.DefBlock(v) && f.Number().BlockName(b) == "bb3" {
					want = "changing" // true in the first round, false in the second
				}
				if got := facts[0].Constant["main"][v]; (got != nil) != (want == "constant") {
					t.Errorf("%s: %v, want %s", f.InstText(f.Number(), i), got, want)
				}
			}
		}
	}
}

// TestCommand: how the files are named in the line, what exit statuses and time limits mean.
func TestCommand(t *testing.T) {
	one, two := irtest.Parse(t, returns("1")), irtest.Parse(t, returns("2"))
	for _, row := range []struct {
		line string
		pair bool
		want bool
	}{
		{"grep -q 'iconst 1' {}", false, true},
		{"grep -q 'iconst 2' {}", false, false},
		{"grep -q 'iconst 1'", false, true},
		{"grep -q 'iconst 1' {1} && grep -q 'iconst 2' {2}", true, true},
		{"grep -q 'iconst 1' {2}", true, false},
		{"! cmp -s", true, true},
		{"exit 3; {}", false, false},
		{"no-such-command {} 2>/dev/null", false, false},
		{"kill -9 $$; {}", false, false},
		{"sleep 100 & true {}", false, true}, // what it leaves running does not matter
	} {
		c := reduce.Case{one}
		if row.pair {
			c = reduce.Case{one, two}
		}
		p := &predicate.Command{Line: row.line, Timeout: 20 * time.Second, Dir: t.TempDir()}
		if got, err := p.Interesting(context.Background(), c); got != row.want || err != nil {
			t.Errorf("%s: %v, %v", row.line, got, err)
		}
		if left, err := os.ReadDir(p.Dir); err != nil || len(left) > 0 {
			t.Errorf("%s: left %v, %v", row.line, left, err)
		}
	}
}

// TestCommandEnds: a command that hangs is killed with its children; one that is interrupted
// says no; a folder that cannot be written is an error.
func TestCommandEnds(t *testing.T) {
	c := reduce.Case{irtest.Parse(t, returns("1"))}
	mark := filepath.Join(t.TempDir(), "mark")
	slow := &predicate.Command{Line: "(sleep 2; touch " + mark + ") & sleep 1000; true {}", Timeout: 100 * time.Millisecond}
	if _, err := slow.Run(context.Background(), c); !errors.Is(err, predicate.ErrTimeout) {
		t.Errorf("%v", err)
	}
	time.Sleep(2500 * time.Millisecond)
	if _, err := os.Stat(mark); err == nil {
		t.Error("a child continued")
	}
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(50*time.Millisecond, cancel)
	if ok, err := (&predicate.Command{Line: "sleep 1000; true {}"}).Interesting(ctx, c); ok || err != nil {
		t.Errorf("%v, %v", ok, err)
	}
	if _, err := (&predicate.Command{Line: "true {}", Dir: mark}).Interesting(context.Background(), c); err == nil {
		t.Error("no error for a folder that does not exist")
	}
	out, err := (&predicate.Command{Line: "echo hello; false {}"}).Run(context.Background(), c)
	if err == nil || !bytes.Equal(out, []byte("hello\n")) {
		t.Errorf("%q, %v", out, err)
	}
}

// TestPairKeepsItsEdit: what is reduced of a pair is still the edit that was made, not two programs that differ.
func TestPairKeepsItsEdit(t *testing.T) {
	const text = `func @average(int:s32, int:s32) -> int:s32 {
  bb0:
    v0:s32 = param 0
    v1:s32 = param 1
    v2:s32 = add v0, v1
    v3 = iconst N
    v4:s32 = OP v2, v3
    v5 = xor v4, v0
    v6:s32 = xor v5, v0
    ret v6
}
`
	before := strings.NewReplacer("N", "2", "OP", "tdiv").Replace(text)
	after := strings.NewReplacer("N", "1", "OP", "shr").Replace(text)
	start := reduce.Case{irtest.Parse(t, before), irtest.Parse(t, after)}
	p := &predicate.Pair{}
	if d, err := p.Find(t.Context(), start); err != nil || d == nil {
		t.Fatalf("%v, %v", d, err)
	}
	res, err := reduce.Run(t.Context(), start, p, reduce.Options{Keep: []string{"average"}})
	if err != nil {
		t.Fatal(err)
	}
	b, a := res.Best[0].Canonical(), res.Best[1].Canonical()
	// The value that differs is that of the edit.
	used := regexp.MustCompile(`(v\d+)\S* = (?:tdiv|shr) [^\n]*\n(?:.*\n)*    ret (v\d+)\n`)
	for _, text := range []string{b, a} {
		if m := used.FindStringSubmatch(text); m == nil || m[1] != m[2] {
			t.Errorf("the edit is not what is returned:\n%s", text)
		}
	}
	if strings.Count(b, "tdiv") != 1 || strings.Count(a, "shr") != 1 || strings.Contains(b+a, "xor") || strings.Contains(b, "shr") || strings.Contains(a, "tdiv") {
		t.Errorf("the pair became\n%s\n%s", b, a)
	}
}

// TestPairKeepsAnEditOfOrder: an edit that changes no opcode, but the order of operations, operands or a predicate, stays that.
func TestPairKeepsAnEditOfOrder(t *testing.T) {
	const text = `func @f(ptr, int:s32, int:s32) -> int {
  bb0(v0: mem):
    v1 = param 0
    v2:s32 = param 1
    v3:s32 = param 2
    v4:s32 = load.4 v1, v0
    v5 = iconst 3
    v6 = add v4, v5
EDIT
    v9 = xor v8, v4
    v10 = add v9, v6
    ret v10, v0
}
`
	for name, edit := range map[string][2]string{
		"operations": {"    v7 = max v4, v2\n    v8 = min v7, v3", "    v7 = min v4, v3\n    v8 = max v7, v2"},
		"operands":   {"    v8 = sub v2, v3", "    v8 = sub v3, v2"},
		"predicate":  {"    v7 = icmp.lt v2, v3\n    v8 = select v7, v2, v3", "    v7 = icmp.gt v2, v3\n    v8 = select v7, v2, v3"},
	} {
		start := reduce.Case{irtest.Parse(t, strings.Replace(text, "EDIT", edit[0], 1)), irtest.Parse(t, strings.Replace(text, "EDIT", edit[1], 1))}
		p := &predicate.Pair{}
		if d, err := p.Find(t.Context(), start); err != nil || d == nil {
			t.Fatalf("%s: %v, %v", name, d, err)
		}
		res, err := reduce.Run(t.Context(), start, p, reduce.Options{Keep: []string{"f"}})
		if err != nil {
			t.Fatal(err)
		}
		b, a := res.Best[0].Canonical(), res.Best[1].Canonical()
		for _, op := range map[string][]string{"operations": {"= min", "= max"}, "operands": {"= sub"}, "predicate": {"= icmp.", "= select"}}[name] {
			if strings.Count(b, op) != 1 || strings.Count(a, op) != 1 {
				t.Errorf("%s: %q is not in both:\n%s\n%s", name, op, b, a)
			}
		}
		if name == "predicate" && (!strings.Contains(b, "icmp.lt") || !strings.Contains(a, "icmp.gt")) || strings.Contains(b+a, "xor") || res.Best.Insts() > 14 {
			t.Errorf("%s: the pair became\n%s\n%s", name, b, a)
		}
	}
}

// TestPairKeepsWhatItsEditReads: an edit of several instructions within a loop over memory stays whole, on the same
// values in both files: the smallest pair is the wrong rewrite itself, not two programs that store other bytes.
func TestPairKeepsWhatItsEditReads(t *testing.T) {
	const text = `func @scale(ptr, int:u4) -> int {
  bb0(v0: mem):
    v1 = param 0
    v2:u4 = param 1
    v3 = iconst 0
    br bb1(v3, v0)
  bb1(v4: int, v5: mem):
    v6 = icmp.lt v4, v2
    brif v6, bb2, bb3
  bb2:
    v7 = ptradd v1, v4
    v8:u8 = load.1 v7, v5
    EDIT
    v11 = store.1 v10, v7, v5
    v12 = iconst 1
    v13 = add v4, v12
    br bb1(v13, v11)
  bb3:
    ret v4, v5
}
`
	const mulBy5 = `v9 = iconst 5
    v10 = mul v8, v9`
	const shlOr = `v9 = iconst 2
    v14 = shl v8, v9
    v10 = or v14, v8`
	before := strings.Replace(text, "EDIT", mulBy5, 1)
	after := strings.Replace(text, "EDIT", shlOr, 1)
	start := reduce.Case{irtest.Parse(t, before), irtest.Parse(t, after)}
	p := &predicate.Pair{}
	if d, err := p.Find(t.Context(), start); err != nil || d == nil {
		t.Fatalf("%v, %v", d, err)
	}
	res, err := reduce.Run(t.Context(), start, p, reduce.Options{Keep: []string{"scale"}})
	if err != nil {
		t.Fatal(err)
	}
	b, a := res.Best[0].Canonical(), res.Best[1].Canonical()
	mul := regexp.MustCompile(`(v\d+) = iconst 5\n *v\d+ = mul (v\d+), (v\d+)\n`).FindStringSubmatch(b)
	or := regexp.MustCompile(`(v\d+) = shl (v\d+), v\d+\n *v\d+ = or (v\d+), (v\d+)\n`).FindStringSubmatch(a)
	if mul == nil || mul[3] != mul[1] || or == nil || or[2] != mul[2] || or[3] != or[1] || or[4] != or[2] || res.Best.Insts() > 18 {
		t.Errorf("the pair became\n%s\n%s", b, a)
	}
}

// TestPairGainsNoDifference: what a smaller pair differs in, the first pair differed in: no constant, predicate or width comes
// to be another one in one file, and a constant that was edited stays where something computes with it.
func TestPairGainsNoDifference(t *testing.T) {
	const text = `func @f(int:s32, int:s32, ptr) -> int {
  bb0(v0: mem):
    v1 = param 0
    v2 = param 1
    v3 = param 2
    v4 = iconst 4
    v5 = ptradd v3, v4
    v6 = store.4 FIRST, v3, v0
    v7 = store.WIDTH SECOND, v5, v6
    v8:u32 = load.4 v5, v7
    v9 = icmp.lt v1, v4
    brif v9, bb1, bb2(v8)
  bb1:
    v10 = iconst MASK
    v11 = and v8, v10
    br bb2(v11)
  bb2(v12: int):
    ret v12, v7
}
`
	made := func(first, second, width, mask string) *ir.Module {
		return irtest.Parse(t, strings.NewReplacer("FIRST", first, "SECOND", second, "WIDTH", width, "MASK", mask).Replace(text))
	}
	before := made("v1", "v2", "4", "255")
	for _, row := range []struct {
		name         string
		after        *ir.Module
		must, mayNot string // of each line of either file that the other has not
	}{
		{"a width", made("v1", "v2", "2", "255"), `store\.[24] `, `iconst|store\.1|load|icmp|brif`},
		{"the order of stores", made("v2", "v1", "4", "255"), `store\.4 `, `iconst|load|icmp|brif`},
		{"a mask", made("v1", "v2", "4", "127"), ` = and `, `store|load|icmp|brif`},
	} {
		start := reduce.Case{before, row.after}
		p := &predicate.Pair{}
		if d, err := p.Find(t.Context(), start); err != nil || d == nil {
			t.Fatalf("%s: %v, %v", row.name, d, err)
		}
		res, err := reduce.Run(t.Context(), start, p, reduce.Options{Keep: []string{"f"}})
		if err != nil {
			t.Fatal(err)
		}
		texts := [2]string{res.Best[0].Canonical(), res.Best[1].Canonical()}
		for n, text := range texts {
			if !regexp.MustCompile(row.must).MatchString(text) {
				t.Errorf("%s: no %s in\n%s\n%s", row.name, row.must, texts[0], texts[1])
			}
			for line := range strings.Lines(text) {
				if !strings.Contains(texts[1-n], line) && regexp.MustCompile(row.mayNot).MatchString(line) {
					t.Errorf("%s: %s is a difference that was not there:\n%s\n%s", row.name, strings.TrimSpace(line), texts[0], texts[1])
				}
			}
		}
		if res.Best.Insts() > 20 {
			t.Errorf("%s: %d instructions are left:\n%s\n%s", row.name, res.Best.Insts(), texts[0], texts[1])
		}
	}
}
