package mutate

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// Splice makes a copy of m with a function of another module, and lets some of the places
// that take the address of a function of the same signature take that one's. The bytes
// choose. m itself is the answer where nothing fits.
//
// m is not changed. Nor is from. Functions that the copied one calls and m does not have are left undefined,
// and then m is the answer, since the copy does not verify.
func Splice(m, from *ir.Module, data []byte) *ir.Module {
	r := choice.New(data).Record()
	if len(from.Funcs) == 0 {
		return m
	}
	out := m.Clone()
	f := from.Funcs[r.Below(len(from.Funcs))]
	name := ""
	// A name that m has none of, be it a function, an external or data.
	for n := 0; name == "" || defined(out, name); n++ {
		name = fmt.Sprintf("spliced%d", n)
	}
	copyFunc(out, name, f)
	spliced := ir.Attr{Aux: uint32(out.Symbol(name))}
	for _, g := range out.Funcs {
		for i := range g.InstsOf(ir.OpSymbolAddr) {
			h := out.Func(out.SymbolName(g.SymbolOf(i)))
			// Half of the places, so that both functions are called.
			if h != nil && h.Variadic == f.Variadic && sameTypes(h.Params, f.Params) && sameTypes(h.Returns, f.Returns) && r.Below(2) == 0 {
				g.SetAttr(i, spliced)
			}
		}
	}
	if ir.Verify(out) != nil {
		return m
	}
	return out
}

// defined reports whether a name has an item in m, so that a splice must not add one.
func defined(m *ir.Module, name string) bool {
	return m.Func(name) != nil || m.ExternNamed(name) != nil || m.DataNamed(name) != nil
}

// sameTypes compares two signatures without their claims.
//
// Claims may differ: a wrong one makes poison, not a wrong call.
func sameTypes(a, b []ir.Param) bool {
	if len(a) != len(b) {
		return false
	}
	for n := range a {
		if a[n].Type != b[n].Type {
			return false
		}
	}
	return true
}

// copyFunc makes f again in m under another name, with the data that it refers to where m
// has none of that name.
//
// Blocks are made first, then instructions, then operands again: edges and tokens may refer to what comes later in
// the text.
func copyFunc(m *ir.Module, name string, f *ir.Func) {
	g := m.AddFunc(name, append([]ir.Param(nil), f.Params...), append([]ir.Param(nil), f.Returns...))
	g.Attrs, g.Variadic = f.Attrs, f.Variadic
	blocks, values := map[ir.Block]ir.Block{}, map[ir.Value]ir.Value{}
	// tree keeps the order of the nodes of a region, which is that of the text.
	var tree func(from, to ir.Region)
	tree = func(from, to ir.Region) {
		for _, n := range f.Nodes(from) {
			if n.IsRegion {
				tree(ir.Region(n.ID), g.AddRegion(to, f.RegionKind(ir.Region(n.ID))))
				continue
			}
			b := g.AddBlock(to)
			blocks[ir.Block(n.ID)] = b
			for _, v := range f.Args(ir.Block(n.ID)) {
				values[v] = g.AddArg(b, f.TypeOf(v), f.AnnotOf(v))
			}
		}
	}
	tree(ir.Body, ir.Body)
	made := map[ir.Inst]ir.Inst{}
	for b := range f.Blocks() {
		at := g.At(blocks[b])
		for i := range f.Insts(b) {
			made[i] = copyInst(g, f, at, i, unknownAsMissing(f, i, values), blocks, movedAttr(m, g, f, i))
			for n, v := range f.Results(i) {
				values[v] = g.Result(made[i], n)
			}
		}
	}
	for i := range f.AllInsts() {
		for n, o := range f.Operands(i) {
			o.Value = values[o.Value]
			g.SetOperand(made[i], n, o)
		}
	}
}

// unknownAsMissing maps operands that are defined later in the text to no value for now.
//
// The second round of copyFunc puts them right.
func unknownAsMissing(f *ir.Func, i ir.Inst, values map[ir.Value]ir.Value) map[ir.Value]ir.Value {
	out := map[ir.Value]ir.Value{}
	for _, o := range f.Operands(i) {
		v, ok := values[o.Value]
		if !ok {
			v = ir.NoValue
		}
		out[o.Value] = v
	}
	return out
}

// movedAttr is the attributes of i with the constants, paths and symbols of g.
//
// Aux is an index into tables of a function or a module, so that its number means nothing elsewhere.
func movedAttr(m *ir.Module, g, f *ir.Func, i ir.Inst) ir.Attr {
	a := f.Attr(i)
	switch f.Op(i).Info().Form {
	case ir.FormInt:
		if a.Aux != 0 {
			a.Aux = g.AddConst(f.IntConst(i))
		}
	case ir.FormFloat:
		if a.Aux != 0 {
			hi, lo := f.FloatConst(i)
			a.Aux = g.AddConst(num.FromWords(hi, lo))
		}
	case ir.FormPath:
		a.Aux = g.AddPath(f.Path(i))
	case ir.FormSymbol, ir.FormIntrinsic:
		name := f.Module.SymbolName(f.SymbolOf(i))
		a.Aux = uint32(m.Symbol(name))
		copyData(m, f.Module, name)
	}
	return a
}

// copyData brings a data symbol and what it refers to along with the function that uses it.
//
// Data may refer to itself in a circle: c stands in m before its relocations are followed, which ends the recursion.
func copyData(m, from *ir.Module, name string) {
	d := from.DataNamed(name)
	if d == nil || defined(m, name) {
		return
	}
	c := *d
	c.Relocs = nil
	m.AddData(&c)
	for _, r := range d.Relocs {
		target := from.SymbolName(r.Sym)
		copyData(m, from, target)
		r.Sym = m.Symbol(target)
		c.Relocs = append(c.Relocs, r)
	}
}
