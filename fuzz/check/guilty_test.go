package check

import (
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// wrongAs is an engine with a bug: it computes one opcode as another.
func wrongAs(t *testing.T, op, as ir.Op) func(m *ir.Module) bool {
	return func(m *ir.Module) bool {
		bad := m.Clone()
		for _, f := range bad.Funcs {
			for b := range f.Blocks() {
				for i := range f.Insts(b) {
					if f.Op(i) != op {
						continue
					}
					v := f.Result(f.Before(i).Op(as, ir.Attr{}, ir.Synthetic, []ir.Type{ir.Int}, f.Arg(i, 0), f.Arg(i, 1)), 0)
					f.ReplaceUses(f.Result(i, 0), v)
				}
			}
		}
		if err := ir.Verify(bad); err != nil {
			t.Fatal(err)
		}
		return run(m, interp.Options{Strict: true}).Text() != run(bad, interp.Options{Strict: true}).Text()
	}
}

// TestGuiltyOpcode: of programs of several shapes the one opcode that an engine computes wrongly is named,
// whatever the value does afterwards.
func TestGuiltyOpcode(t *testing.T) {
	for name, text := range map[string]string{
		"straight": `func @main() -> int {
bb0:
  v0 = iconst 6
  v1 = iconst 3
  v2 = OP v0, v1
  v3 = and v2, v2
  v4 = xor v3, v1
  ret v4
}
`,
		"called": `func @f(int, int) -> int {
bb0(v0: mem):
  v1 = param 0
  v2 = param 1
  v3 = xor v1, v2
  v4 = OP v3, v2
  ret v4, v0
}
` +
			`func @main() -> int {
bb0(v0: mem):
  v1 = iconst 9
  v2 = symbol_addr @f
  v3, v4 = call v2(v1, v1), v0 -> int
  v5 = min v4, v1
  ret v5, v3
}
`,
		"second": `func @f(int, int) -> (int, int) {
bb0(v0: mem):
  v1 = param 0
  v2 = param 1
  v3 = xor v1, v2
  v4 = OP v3, v2
  ret v3, v4, v0
}
func @main() -> int {
bb0(v0: mem):
  v1 = iconst 9
  v2 = iconst 5
  v3 = symbol_addr @f
  v4, v5, v6 = call v3(v1, v2), v0 -> (int, int)
  v7 = min v6, v1
  ret v7, v4
}
`,
		"branched": `func @main() -> int {
bb0:
  v0 = iconst 6
  v1 = iconst 3
  v2 = OP v0, v1
  v3 = icmp.gt v2, v0
  brif v3, bb1, bb2
bb1:
  ret v0
bb2:
  ret v1
}
`,
	} {
		for _, row := range [][2]ir.Op{{ir.OpMul, ir.OpSub}, {ir.OpAdd, ir.OpSub}} {
			m := irtest.Parse(t, strings.ReplaceAll(text, "OP", row[0].String()))
			wrong := wrongAs(t, row[0], row[1])
			if !wrong(m) {
				t.Fatalf("%s with %s shows nothing", name, row[0])
			}
			judge := func(m *ir.Module) verdict {
				if wrong(m) {
					return bad
				}
				return right
			}
			if got := findGuilty(m, (&Subject{Module: m}).Options(), judge).op; got != row[0].String() {
				t.Errorf("%s: %q, want %s", name, got, row[0])
			}
		}
	}
}

// TestCauseIsTheBug: one cause is one bug whatever check sees it and however it ends; two causes are two though
// they end alike.
func TestCauseIsTheBug(t *testing.T) {
	same := []*Failure{
		{Check: "transform/opt/level", Cause: CauseRewrite + "gvn/equal", Message: "does not end"},
		{Check: "transform/opt/random", Cause: CauseRewrite + "gvn/equal", Message: "result 0 is 1 before and 2 after"},
		{Check: "backend/O3", Cause: CauseRewrite + "gvn/equal", Message: `prints "1" instead of "2"`},
	}
	for _, f := range same {
		if f.Signature() != same[0].Signature() {
			t.Errorf("%s is another bug", f)
		}
	}
	a := &Failure{Check: "backend/O0", Cause: causeCode + "shr", Message: "result 0 is 1 and not 2"}
	b := &Failure{Check: "backend/O0", Cause: causeCode + "add", Message: a.Message}
	if a.Signature() == b.Signature() || a.Signature() == same[0].Signature() {
		t.Error("two causes are one bug")
	}
	// Where nothing is known, levels see one bug.
	x, y := &Failure{Check: "backend/O0", Message: a.Message}, &Failure{Check: "backend/O3", Message: a.Message}
	if x.Signature() != y.Signature() {
		t.Error("levels triple a bug")
	}
}

// TestEndlessPrinting: a loop without end that prints is a difference, though it meets the limit of memory
// before that of instructions.
func TestEndlessPrinting(t *testing.T) {
	const before = `
data @s = "x\n\x00"
func @main() -> int {
  bb0(v0: mem):
    v1 = iconst 0
    br bb1(v1, v0)
  bb1(v2: int, v3: mem):
    v4 = symbol_addr @printf
    v5 = symbol_addr @s
    v6, v7 = call v4(v5), v3 -> int
    v8 = iconst STEP
    v9 = add v2, v8
    v10 = iconst 300
    v11 = icmp.lt v9, v10
    brif v11, bb1(v9, v6), bb2(v6)
  bb2(v12: mem):
    ret v1, v12
}
`
	s := &Subject{Module: irtest.Parse(t, strings.Replace(before, "STEP", "1", 1))}
	o := s.Options()
	o.MemLimit = 1 << 20
	endless := irtest.Parse(t, strings.Replace(before, "STEP", "0", 1))
	if out := run(endless, o); out.Kind != interp.Unsupported {
		t.Fatalf("it ends by %s: %s", out.Kind, out.Reason)
	}
	if f := s.judge(endless); f == nil {
		t.Error("the loop without end is right")
	}
	if f := s.judge(s.Module.Clone()); f != nil {
		t.Errorf("itself: %s", f)
	}
}
