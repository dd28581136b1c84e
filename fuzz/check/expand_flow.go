package check

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// The expansions of terminators change the terminator or put another in its place; they give
// no values, only say that they apply.

// A block may be added; the targets' arguments are carried over unchanged.
var flowExpansions = map[ir.Op][]expansion{
	ir.OpBrIf: {func(x *expander) []ir.Value {
		c, t := x.arg(0), x.f.Targets(x.i)
		switch x.r.Below(2) {
		case 0:
			x.b.BrIf(x.not(c), t[1], t[0], ir.Synthetic)
		default:
			t[1].Case = new(num.Int)
			x.b.Switch(x.asInt(c), t[1:], t[0], ir.Synthetic)
		}
		x.f.RemoveInst(x.i)
		return []ir.Value{}
	}},
	ir.OpSwitch: {func(x *expander) []ir.Value {
		v, t := x.arg(0), x.f.Targets(x.i)
		cases, otherwise := t[:len(t)-1], t[len(t)-1]
		if len(cases) == 0 {
			x.b.BrIf(x.cmp(ir.EQ, v, x.k(0)), otherwise, otherwise, ir.Synthetic)
		}
		region := x.f.BlockRegion(x.b.Block())
		for n, c := range cases {
			test := x.cmp(ir.EQ, v, x.b.IConst(*c.Case, ir.Synthetic))
			c.Case = nil
			next := otherwise
			if n < len(cases)-1 {
				next = ir.Goto(x.f.AddBlock(region))
			}
			x.b.BrIf(test, c, next, ir.Synthetic)
			x.b = x.f.At(next.Block)
		}
		x.f.RemoveInst(x.i)
		return []ir.Value{}
	}},
	ir.OpBr: {func(x *expander) []ir.Value {
		t := x.f.Targets(x.i)[0]
		x.b.BrIf(x.b.BConst(true, ir.Synthetic), t, t, ir.Synthetic)
		x.f.RemoveInst(x.i)
		return []ir.Value{}
	}},
	ir.OpRegionYield: {func(x *expander) []ir.Value {
		e := x.f.Edges(nil, x.i)
		x.b.Br(ir.Target{Block: e[0].Block, Args: x.f.Operands(x.i)}, ir.Synthetic)
		x.f.RemoveInst(x.i)
		return []ir.Value{}
	}},
	ir.OpCall:     {(*expander).wrapped},
	ir.OpContinue: {(*expander).throughMemory},
}

// wrapped calls through a function that only passes on. The intermediate function has no claims in
// its signature, so that poison passes. Calls of external functions are left, because events record
// their place.
func (x *expander) wrapped() []ir.Value {
	callee := x.f.Def(x.f.Arg(x.i, 0))
	if callee != ir.NoInst && x.f.Op(callee) == ir.OpSymbolAddr && x.m.Func(x.m.SymbolName(x.f.SymbolOf(callee))) == nil {
		return nil // what an external call sees says where it stands
	}
	params, args := []ir.Param{}, []ir.Value{}
	for n := range x.f.NumFixed(x.i) - 1 {
		params = append(params, ir.Param{Type: x.typ(n)})
		args = append(args, x.arg(n))
	}
	var returns []ir.Param
	var types []ir.Type
	for n := 1; n < x.f.NumResults(x.i); n++ {
		t := x.f.TypeOf(x.f.Result(x.i, n))
		returns, types = append(returns, ir.Param{Type: t}), append(types, t)
	}
	name := fmt.Sprintf("pass%d", len(x.m.Funcs))
	w := x.m.AddFunc(name, params, returns)
	e := w.AddBlock(ir.Body)
	mem := w.AddArg(e, ir.Mem, ir.NoAnnot)
	b := w.At(e)
	var inner []ir.Value
	for n := range params {
		inner = append(inner, b.Param(n, ir.Synthetic))
	}
	i := b.Call(inner[0], inner[1:], mem, types, ir.Synthetic)
	b.Ret(ir.Synthetic, append(w.Results(i)[1:], w.Result(i, 0))...)
	return x.f.Results(x.b.Call(x.b.SymbolAddr(name, ir.Synthetic), args, x.mem, types, ir.Synthetic))
}

// throughMemory stores the new values of block arguments, all of them before the first is
// loaded again. It is a parallel assignment, which sequential stores of the new values would break
// if a load came before the last store. Ints have no size and are only changed and changed back.
func (x *expander) throughMemory() []ir.Value {
	if x.mem == ir.NoValue {
		return nil
	}
	operands := x.f.Operands(x.i)
	slots := map[int]ir.Value{}
	for n, o := range operands {
		if t := x.f.TypeOf(o.Value); t != ir.Int && t != ir.Mem && t != ir.Unit && o.Annot == ir.NoAnnot {
			slots[n] = x.spilled(o.Value)
		}
	}
	for n, o := range operands {
		t := x.f.TypeOf(o.Value)
		if p, ok := slots[n]; ok {
			size, _ := t.Size(1)
			o.Value = x.load(uint32(size), p, t)
		} else if t == ir.Int {
			o = ir.Operand{Value: x.sum(x.sum(x.arg(n), x.k(1)), x.k(-1))}
		}
		x.f.SetOperand(x.i, n, o)
	}
	return []ir.Value{}
}
