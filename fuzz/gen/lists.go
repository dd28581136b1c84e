package gen

import (
	"cmp"
	"fmt"

	"github.com/tuffy-ir/tuffy/fuzz/gen/build"
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/fuzz/gen/span"
	"github.com/tuffy-ir/tuffy/ir"
)

// listArgument is an argument behind the parameters: what the caller gives, and what the callee has of it.
type listArgument struct {
	given, taken build.Shape
	size         uint32 // of an int
	abi          ir.Annot
}

// listSizes are the bytes of ints; zero bytes choose those of a word.
var listSizes = [...]uint32{8, 4, 1, 2}

// listBytes are the bytes of structs, of one class each and with classes: in one register, in two, and in memory.
var listBytes = [...]struct {
	size    uint32
	classes string
	align   uint32
}{
	{8, "", 0}, {12, "", 0}, {16, "", 0}, {24, "", 0}, {3, "", 0}, {40, "", 0},
	{8, "s", 0}, {12, "si", 0}, {16, "is", 0}, {16, "ss", 16}, {16, "su", 16}, {16, "ii", 16}, {5, "m", 0}, {40, "m", 32},
}

// listArgumentOf draws an argument.
func (g *program) listArgumentOf(r *choice.Record) listArgument {
	w := []int{50, 0, 10, 0}
	if g.Has(preset.Floats) {
		w[1] = 20
	}
	if g.Has(preset.Vectors) {
		w[3] = 8
	}
	var s build.Shape
	switch r.Choose(w) {
	case 1:
		s = build.Shape{Type: [...]ir.Type{ir.F64, ir.F32}[r.Below(2)], Class: build.AllClasses}
	case 2:
		b := &listBytes[r.Below(len(listBytes))]
		s = build.Shape{Type: ir.Bytes(b.size)}
		if b.classes != "" {
			a, err := ir.ABI(b.classes, b.align)
			if err != nil {
				panic("BUG: " + err.Error())
			}
			return listArgument{given: s, taken: s, abi: a}
		}
	case 3:
		s = build.Shape{Type: ir.Vec(128, false)}
	default:
		size := listSizes[r.Below(len(listSizes))]
		bits := min(uint(8*size), uint(g.Cfg.MaxBits))
		s = build.Shape{Type: ir.Int, Span: span.Signed(bits), Annot: ir.Signed(uint32(bits))}
		if r.Below(2) == 1 {
			s.Span, s.Annot = span.Unsigned(bits), ir.Unsigned(uint32(bits))
		}
		taken := build.Shape{Type: ir.Int, Span: span.Unsigned(uint(8 * size)), Annot: ir.Unsigned(8 * size)}
		return listArgument{s, taken, size, ir.NoAnnot}
	}
	return listArgument{given: s, taken: s}
}

// variadic makes a variadic function and calls it: it returns all of its arguments, which it takes from a list, from a copy of it, or lets
// another function take.
func variadic(x *body, r *choice.Record) {
	const most = 14 // more than there are registers of either kind
	fixed, all := r.Below(3), make([]listArgument, 1+r.Below(most))
	var args []build.Value
	params := make([]ir.Param, min(fixed, len(all)))
	var types []ir.Type
	var returns []ir.Param
	for n := range all {
		all[n] = x.prog.listArgumentOf(r)
		s := &all[n]
		if n < len(params) {
			params[n], s.taken = ir.Param{Type: s.given.Type, Annot: cmp.Or(s.abi, s.given.Annot)}, s.given
		}
		args = append(args, x.satisfy(r, s.given))
		types = append(types, s.taken.Type)
		returns = append(returns, ir.Param{Type: s.taken.Type, Annot: cmp.Or(s.abi, s.taken.Annot)})
	}
	name := ""
	for n := 0; name == "" || x.prog.M.Func(name) != nil; n++ {
		name = fmt.Sprintf("list%d", n)
	}
	f := x.prog.M.AddFunc(name, params, returns)
	f.Variadic = true
	cost := takeAll(x.prog, f, all, r)
	i := x.Call(x.SymbolOf(name, nil), args, types)
	x.Cost += x.Times * cost
	for n := range all {
		if a := all[n].abi; a != ir.NoAnnot {
			x.F.SetUseAnnot(i, n+1, a)
			x.F.SetAnnot(x.F.Result(i, n+1), a)
		}
		x.Define(i, n+1, x.Received(all[n].taken))
	}
}

// takeAll makes the body of a function that returns its arguments. It gives what a call costs.
func takeAll(g *program, f *ir.Func, all []listArgument, r *choice.Record) int {
	y := g.EmptyFunc(f, 1<<20, true)
	slot := func() build.Value { return y.Raw(ir.OpStackSlot, ir.Attr{Imm: ir.VaListBytes, Align: 8}) }
	list := slot()
	y.Emit(ir.OpVaStart, ir.Attr{}, nil, list)
	cost := 0
	var out []ir.Value
	for n := 0; n < len(all); {
		s := all[n]
		switch {
		case n < len(f.Params):
			out = append(out, y.Raw(ir.OpParam, ir.Attr{Imm: int64(n)}).ID)
			n++
			continue
		case r.Below(6) == 1: // continue with a copy
			c := slot()
			y.Emit(ir.OpVaCopy, ir.Attr{}, nil, c, list)
			if r.Below(2) == 1 {
				y.Emit(ir.OpVaEnd, ir.Attr{}, nil, list)
			}
			list = c
		}
		var types []ir.Type
		k := 1 // how many at once; an int of a size is taken alone
		if s.size == 0 && n+1 < len(all) && all[n+1].size == 0 && r.Below(3) == 1 {
			k = 2
		}
		for _, a := range all[n : n+k] {
			types = append(types, a.taken.Type)
		}
		if s.size == ir.IntBytes && r.Below(3) == 1 {
			i := y.Call(y.SymbolOf(takeInt(g), nil), []build.Value{list}, types)
			out, cost = append(out, y.F.Result(i, 1)), cost+3
		} else {
			i := y.Emit(ir.OpVaArg, ir.Attr{N: s.size}, types, list)
			for m := range k {
				if a := all[n+m].abi; a != ir.NoAnnot {
					y.F.SetAnnot(y.F.Result(i, m+1), a)
				}
				out = append(out, y.F.Result(i, m+1))
			}
		}
		n += k
	}
	y.Emit(ir.OpVaEnd, ir.Attr{}, nil, list)
	y.At.Ret(ir.Synthetic, append(out, y.Mem)...)
	return y.Cost + cost + 1
}

// takeInt is a function that takes an int from the list that it is given.
func takeInt(g *program) string {
	const name = "takeint"
	if g.M.Func(name) == nil {
		f := g.M.AddFunc(name, []ir.Param{{Type: ir.Ptr}}, []ir.Param{{Type: ir.Int, Annot: ir.Unsigned(64)}})
		y := g.EmptyFunc(f, 1<<20, true)
		i := y.Emit(ir.OpVaArg, ir.Attr{}, []ir.Type{ir.Int}, y.Raw(ir.OpParam, ir.Attr{}))
		y.At.Ret(ir.Synthetic, f.Result(i, 1), y.Mem)
	}
	return name
}
