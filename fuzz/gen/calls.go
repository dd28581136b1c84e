package gen

import (
	"github.com/tuffy-ir/tuffy/fuzz/gen/build"
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/fuzz/gen/span"
	"github.com/tuffy-ir/tuffy/ir"
)

// callOf calls a function of the module with arguments that fulfil its parameters. Values for
// parameters are found or made before the call, so their instructions count to the caller.
func callOf(x *body, r *choice.Record, c *callee, indirect bool) []build.Value {
	var args []build.Value
	for _, s := range c.params {
		args = append(args, x.satisfy(r, s))
	}
	return called(x, c, target(x, r, c, indirect), args)
}

// called makes the call and receives the results. The cost of the callee counts as often as the
// call is executed; results get the claims of the signature.
func called(x *body, c *callee, target build.Value, args []build.Value) []build.Value {
	var types []ir.Type
	for _, s := range c.returns {
		types = append(types, s.Type)
	}
	i := x.Call(target, args, types)
	// Times is how often this place runs for one call of the function, c.cost what one call of the callee
	// executes; their product is why costs stay a bound of what main executes.
	x.Cost += x.Times * c.cost
	var out []build.Value
	for n, s := range c.returns {
		out = append(out, x.Define(i, n+1, x.Received(s)))
	}
	return out
}

// target is a pointer to a function: its symbol, what a table holds, or a choice. Indirect targets
// are known to the generator and not to passes, which have to find out.
func target(x *body, r *choice.Record, c *callee, indirect bool) build.Value {
	if !indirect {
		return x.SymbolOf(c.name, nil)
	}
	if r.Below(2) == 0 {
		name := x.prog.functionTable(c.name)
		t := x.SymbolOf(name, nil)
		i := x.Emit(ir.OpLoad, ir.Attr{N: 8}, []ir.Type{ir.Ptr}, t)
		// The table's slot is read by a plain load of 8 bytes, so the target is visible to a pass only if
		// it folds loads of constant data.
		return x.Define(i, 0, build.Value{})
	}
	b := x.anyBool(r)
	// Both arms are the same symbol: the choice decides nothing, and devirtualization has to see that.
	return x.Define(x.Emit(ir.OpSelect, ir.Attr{}, nil, b, x.SymbolOf(c.name, nil), x.SymbolOf(c.name, nil)), 0, build.Value{})
}

// functionTable is constant data that holds the address of a function. A table is made once for
// each function, in constant data.
// The name is derived from that of the function, which is unique in the module, so a table is found by its
// name. Relocs put the address where the zero bytes are.
func (g *program) functionTable(name string) string {
	t := "t_" + name
	if g.M.DataNamed(t) == nil {
		g.M.AddData(&ir.Data{Name: t, Const: true, Align: 8, Pieces: []ir.DataPiece{{Zero: 8}}, Relocs: []ir.Reloc{{Sym: g.M.Symbol(name)}}})
	}
	return t
}

// Later functions are preferred, so that chains of calls get deep. What would exceed the limit
// becomes arithmetic, as every statement must make something.
func callStatement(x *body, r *choice.Record) {
	if len(x.prog.funcs) == 0 {
		arithmetic(x, r)
		return
	}
	c := x.prog.funcs[len(x.prog.funcs)-1-r.Below(len(x.prog.funcs))]
	// The limit is of executed instructions: one call here runs Times times the callee's cost.
	if x.Cost+x.Times*c.cost > x.limit {
		arithmetic(x, r)
		return
	}
	callOf(x, r, c, x.prog.Has(preset.Indirect) && r.Chance(400))
}

// recurse calls the function itself, once and not in a loop, if the fuel lasts. One call by itself,
// outside of loops, keeps the number of calls linear in the fuel.
func recurse(x *body, r *choice.Record) {
	if !x.self.fuel || cannotRecurse(x) {
		// Functions without fuel have no parameter that counts down, so a call of themselves would not end.
		arithmetic(x, r)
		return
	}
	recursion(x, r)
}

// A recursion multiplies what the body costs by at most 5 (fuel is at most 4, see [program.function]), so
// that must be far below the limit.
func cannotRecurse(x *body) bool {
	return x.recursed || x.Times > 1 || x.Cost > x.limit/5 || x.depth > 0
}

// recursion makes a call of the function itself with less fuel, behind a test that fuel is left: so
// every recursion ends, at a depth that the caller of the outermost chose.
// The first parameter is the fuel and its claim has it in [0, 4]; the test before and the subtraction
// behind it keep it there.
func recursion(x *body, r *choice.Record) {
	x.begin(r)
	x.recursed = true
	// Pool[0] is the fuel: parameters are pushed first, in their order, and a pool is only cut behind them.
	fuel := x.Pool[0]
	c := x.Compare(ir.GT, fuel, x.Int64(0))
	again, next := x.F.AddBlock(x.Region), x.F.AddBlock(x.Region)
	x.Brif(c, ir.Target{Block: again, Args: x.Token()}, ir.Target{Block: next, Args: x.Token()})
	// What is made inside is cut from the pool afterwards, as it does not dominate what follows.
	mem, mark := x.Mem, len(x.Pool)
	x.Open(again, nil)
	less := x.Int(ir.OpSub, ir.Attr{}, span.Within(0, 3), fuel, x.Int64(1))
	args := []build.Value{less}
	for _, s := range x.self.params[1:] {
		args = append(args, x.satisfy(r, s))
	}
	got := called(x, x.self, target(x, r, x.self, false), args)
	// The first int among the results is stored, so that the inner call's result can be observed.
	for _, v := range got {
		if v.Type == ir.Int && x.prog.Has(preset.Memory) {
			storeAt(x, r, v, x.place(r, 8, true), 8)
			break
		}
	}
	x.Br(next, x.Token())
	x.Truncate(mark)
	x.Mem = mem
	x.Open(next, nil)
}

// printStatement shows an int, a float or some bytes. Output is what makes values observable. Texts
// and formats are shared data.
func printStatement(x *body, r *choice.Record) {
	switch r.Below(5) {
	case 0:
		// Only characters that print.
		x.External("putchar", []build.Value{x.intIn(r, span.Within(32, 126))}, ir.Int)
	case 1:
		x.External("puts", []build.Value{x.SymbolOf(x.prog.Text([...]string{"a", "tuffy", ""}[r.Below(3)]), nil)}, ir.Int)
	case 2:
		if x.prog.Has(preset.Floats) {
			if v := x.Find(r, func(v *build.Value) bool {
				// The text of a NaN may have a sign that no rule fixes, so NaNs are printed only where open
				// behaviour is wanted.
				return (v.Type == ir.F64 || v.Type == ir.F32) && x.usable(v) && (!v.NaN || x.prog.Has(preset.Unspecified))
			}); v != nil {
				w := *v
				x.External("printf", []build.Value{x.SymbolOf(x.prog.Text("%g\n"), nil), w}, ir.Int)
				return
			}
		}
		printInt(x, r, x.intIn(r, span.Signed(64)))
	case 3:
		if x.prog.Has(preset.Memory) {
			n := int64(1 + r.Below(8))
			p := x.place(r, n, false)
			if p.Wild { // what the outside sees of it is an address
				p = x.NewSlot(r, n, build.BytesOnly).Base
			}
			x.External("write", []build.Value{x.Int64(1), p, x.Int64(n)}, ir.Int)
			return
		}
		printInt(x, r, x.intIn(r, span.Signed(64)))
	default:
		printInt(x, r, x.intIn(r, span.Signed(64)))
	}
}

// The format decides in which range the value must be.
// %ld and %lx read 64 bits and %d reads 32: a value outside would be cut by the outside in its own way.
func printInt(x *body, r *choice.Record, v build.Value) {
	format, s := "%ld\n", span.Signed(64)
	if r.Below(3) == 1 {
		format, s = "%d\n", span.Signed(32)
	} else if r.Below(3) == 1 {
		format, s = "%lx\n", span.Unsigned(64)
	}
	x.External("printf", []build.Value{x.SymbolOf(x.prog.Text(format), nil), x.bring(r, v, s)}, ir.Int)
}
