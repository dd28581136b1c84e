package ir_test

import (
	"testing"

	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/ir"
)

// TestSubset: the items are what they were, with no symbols but their own, and a change of the copy is none of
// the original.
func TestSubset(t *testing.T) {
	const f = `func @f() -> ptr {
  bb0:
    v0 = symbol_addr @d
    ret v0
}
`
	const d = "data @d align 8 = zero 8 relocs [0: @f+1]\n"
	m := irtest.Parse(t, `extern func @first()

func @other() -> ptr {
  bb0:
    v0 = symbol_addr @first
    ret v0
}

`+f+"\n"+d)
	text := m.Canonical()
	s := m.Subset(m.Items[2:])
	if err := ir.Verify(s); err != nil {
		t.Fatal(err)
	}
	if want := irtest.Parse(t, f+"\n"+d).Canonical(); s.Canonical() != want {
		t.Errorf("got\n%s\nexpected\n%s", s, want)
	}
	if s.NumSymbols() != 2 {
		t.Errorf("%d symbols, expected 2", s.NumSymbols())
	}
	g := s.Funcs[0]
	if was, is := m.Funcs[1], g; m.TextPos(was.Origin(was.Def(0))) != s.TextPos(is.Origin(is.Def(0))) {
		t.Error("an instruction lost its place in the text")
	}
	s.SourceOrigin(ir.Position{Line: 1})
	g.Name = "renamed"
	if m.Canonical() != text {
		t.Error("the original changed")
	}
}
