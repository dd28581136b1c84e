package parser

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/ir"
)

// checkRoundTrip checks that the printed module reads back to the same module and the same
// text.
func checkRoundTrip(t *testing.T, m *ir.Module) {
	t.Helper()
	text := m.Canonical()
	again, err := Parse("printed.tir", []byte(text))
	if err != nil {
		t.Fatalf("the printed text does not parse:\n%v\n%s", err, text)
	}
	if s := again.Canonical(); s != text {
		t.Fatalf("printing again gives another text:\n%s\n--- again:\n%s", text, s)
	}
	a, b := dump(m), dump(again)
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			t.Fatalf("reading the printed text gives another module:\n%s\n%s\n--- text:\n%s", a[i], b[i], text)
		}
	}
	if len(a) != len(b) {
		t.Fatalf("reading the printed text gives a module of %d instead of %d lines", len(b), len(a))
	}
}

// dump writes down what a module holds, by way of its accessors only: numbers are handles.
func dump(m *ir.Module) []string {
	out := []string{fmt.Sprint(m.Items)}
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	for _, e := range m.Externs {
		add("extern %q %v %v", e.Name, e.Params, e.Returns)
	}
	for _, d := range m.Data {
		add("data %q %v %d", d.Name, d.Const, d.Align)
		for _, p := range d.Pieces {
			add("%q %v %d %v", p.Bytes, p.Bytes == nil, p.Zero, p.Uninit)
		}
		for _, r := range d.Relocs {
			add("%d %q %d", r.Off, m.SymbolName(r.Sym), r.Addend)
		}
	}
	for _, f := range m.Funcs {
		add("func %q %v %v %+v", f.Name, f.Params, f.Returns, f.Attrs)
		for r := range ir.Region(f.NumRegions()) {
			add("region %d in %d: %v %v", r, int32(f.RegionParent(r)), f.RegionKind(r), f.Nodes(r))
		}
		for b := range f.Blocks() {
			add("block %d", b)
			for _, v := range f.Args(b) {
				add("arg %d: %v %v", v, f.TypeOf(v), f.AnnotOf(v))
			}
			for i := range f.Insts(b) {
				add("%s", dumpInst(f, i))
			}
		}
	}
	return out
}

func dumpInst(f *ir.Func, i ir.Inst) string {
	op, a := f.Op(i), f.Attr(i)
	s := ""
	switch op.Info().Form {
	case ir.FormInt:
		s = f.IntConst(i).String()
	case ir.FormFloat:
		s = fmt.Sprint(f.FloatConst(i))
	case ir.FormPath:
		s = fmt.Sprint(f.Path(i))
	case ir.FormSymbol, ir.FormIntrinsic:
		s = f.Module.SymbolName(f.SymbolOf(i))
	}
	a.Aux = 0
	var out strings.Builder
	fmt.Fprintf(&out, "%d %v %q %+v fixed %d %v", i, op, s, a, f.NumFixed(i), f.Operands(i))
	for _, t := range f.Targets(i) {
		fmt.Fprintf(&out, " to %d %v %v", t.Block, t.Args, t.Case)
	}
	for _, v := range f.Results(i) {
		fmt.Fprintf(&out, " result %d %v %v", v, f.TypeOf(v), f.AnnotOf(v))
		for u := range f.Uses(v) {
			fmt.Fprintf(&out, " use %d.%d", u.Inst, u.Index)
		}
	}
	o := f.Origin(i)
	l, _ := f.Module.Location(o)
	v, _ := f.Module.Variable(o)
	n, _ := f.Module.Count(o)
	fmt.Fprint(&out, l, v, n, f.Module.Weights(o, 2))
	return out.String()
}

// opcodes returns the opcodes that occur in m.
func opcodes(m *ir.Module) []ir.Op {
	var ops []ir.Op
	for _, f := range m.Funcs {
		for b := range f.Blocks() {
			for i := range f.Insts(b) {
				ops = append(ops, f.Op(i))
			}
		}
	}
	slices.Sort(ops)
	return slices.Compact(ops)
}
