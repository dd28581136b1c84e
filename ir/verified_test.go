package ir_test

import (
	"testing"

	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/ir"
)

const verifiedText = `data @d align 8 = "abcdefgh12345678" relocs [0: @f+0]

extern func @e(int)

func @f(int:s32) -> int noinline {
  bb0:
    v0:s32 = param 0
    v1 = iconst 1
    v2 = add v0, v1
    ret v2
}
`

// TestVerifiedSees: whatever breaks a module that has passed is seen, in bodies and outside of them.
func TestVerifiedSees(t *testing.T) {
	for name, spoil := range map[string]func(m *ir.Module, f *ir.Func){
		"a terminator less": func(_ *ir.Module, f *ir.Func) { f.RemoveInst(f.LastInst(f.Entry())) },
		"another type":      func(_ *ir.Module, f *ir.Func) { f.SetType(f.Result(f.FirstInst(f.Entry()), 0), ir.Mem) },
		"an operand": func(_ *ir.Module, f *ir.Func) {
			f.SetOperand(f.PrevInst(f.LastInst(f.Entry())), 0, ir.Operand{Value: f.Arg(f.LastInst(f.Entry()), 0)})
		},
		"a result of the function": func(_ *ir.Module, f *ir.Func) { f.Returns[0].Type = ir.Mem },
		"a parameter":              func(_ *ir.Module, f *ir.Func) { f.Params[0].Annot = ir.Signed(0) },
		"an attribute":             func(_ *ir.Module, f *ir.Func) { f.Attrs.AlwaysInline = true },
		"an attribute's value":     func(_ *ir.Module, f *ir.Func) { f.Attrs.OptLevel = "x" },
		"a name twice":             func(m *ir.Module, f *ir.Func) { f.Name = "d" },
		"an extern":                func(m *ir.Module, _ *ir.Func) { m.Externs[0].Params[0].Type = ir.Mem },
		"an alignment":             func(m *ir.Module, _ *ir.Func) { m.Data[0].Align = 3 },
		"a relocation":             func(m *ir.Module, _ *ir.Func) { m.Data[0].Relocs[0].Off = 9 },
		"an item less":             func(m *ir.Module, _ *ir.Func) { m.Items = m.Items[1:] },
		"a function of another":    func(m *ir.Module, f *ir.Func) { m.Funcs[0] = m.Clone().Funcs[0] },
		"no function":              func(m *ir.Module, _ *ir.Func) { m.Funcs[0] = nil },
		"a new one without a body": func(m *ir.Module, _ *ir.Func) { m.AddFunc("f", nil, nil) },
	} {
		m := irtest.Parse(t, verifiedText)
		for _, m := range []*ir.Module{m.Clone(), m} { // the note goes with a copy
			if err := ir.Verified(m); err != nil {
				t.Fatal(err)
			}
			spoil(m, m.Funcs[0])
			if ir.Verified(m) == nil || ir.Verify(m) == nil {
				t.Errorf("%s is not seen: Verified says %v, Verify %v", name, ir.Verified(m), ir.Verify(m))
			}
		}
	}
}

// BenchmarkVerified is what entries pay for a module that was verified.
func BenchmarkVerified(b *testing.B) {
	m := irtest.Parse(b, verifiedText)
	if err := ir.Verify(m); err != nil {
		b.Fatal(err)
	}
	b.Run("again", func(b *testing.B) {
		for b.Loop() {
			ir.Verified(m)
		}
	})
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			ir.Verify(m)
		}
	})
}
