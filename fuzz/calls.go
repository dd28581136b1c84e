package fuzz

import "github.com/tuffy-ir/tuffy/ir"

// call makes a call through a pointer with results of the types given.
func (x *function) call(callee value, args []value, results []ir.Type) ir.Inst {
	fixed := []ir.Operand{x.operand(callee)}
	types := []ir.Type{ir.Ptr}
	for _, v := range args {
		fixed = append(fixed, x.operand(v))
		types = append(types, v.typ)
	}
	fixed = append(fixed, ir.Operand{Value: x.mem})
	return x.make(ir.OpCall, ir.Attr{}, results, fixed, append(types, ir.Mem))
}

// external calls a library function; a result of type unit is none.
func (x *function) external(name string, args []value, result ir.Type) value {
	f := x.symbolOf(name, nil)
	var results []ir.Type
	if result != ir.Unit {
		results = []ir.Type{result}
	}
	i := x.call(f, args, results)
	if len(results) == 0 {
		return value{}
	}
	return value{id: x.f.Result(i, 1), typ: result}
}

// callOf calls a function of the module with arguments that fulfil its parameters.
func (x *function) callOf(r *record, c *callee, indirect bool) []value {
	var args []value
	for _, s := range c.params {
		args = append(args, x.satisfy(r, s))
	}
	return x.called(c, x.target(r, c, indirect), args)
}

// called makes the call and receives the results.
func (x *function) called(c *callee, target value, args []value) []value {
	var types []ir.Type
	for _, s := range c.returns {
		types = append(types, s.typ)
	}
	i := x.call(target, args, types)
	x.cost += x.times * c.cost
	var out []value
	for n, s := range c.returns {
		out = append(out, x.define(i, n+1, x.received(s)))
	}
	return out
}

// target is a pointer to a function: its symbol, what a table holds, or a choice.
func (x *function) target(r *record, c *callee, indirect bool) value {
	if !indirect {
		return x.symbolOf(c.name, nil)
	}
	if r.below(2) == 0 {
		name := x.g.functionTable(c.name)
		t := x.symbolOf(name, nil)
		i := x.emit(ir.OpLoad, ir.Attr{N: 8}, []ir.Type{ir.Ptr}, t)
		return x.define(i, 0, value{})
	}
	b := x.anyBool(r)
	return x.define(x.emit(ir.OpSelect, ir.Attr{}, nil, b, x.symbolOf(c.name, nil), x.symbolOf(c.name, nil)), 0, value{})
}

// functionTable is constant data that holds the address of a function.
func (g *generator) functionTable(name string) string {
	t := "t_" + name
	if g.m.DataNamed(t) == nil {
		g.m.AddData(&ir.Data{Name: t, Const: true, Align: 8, Pieces: []ir.DataPiece{{Zero: 8}}, Relocs: []ir.Reloc{{Sym: g.m.Symbol(name)}}})
	}
	return t
}

func (x *function) callStatement(r *record) {
	if len(x.g.funcs) == 0 {
		x.arithmetic(r)
		return
	}
	c := x.g.funcs[len(x.g.funcs)-1-r.below(len(x.g.funcs))]
	if x.cost+x.times*c.cost > x.limit {
		x.arithmetic(r)
		return
	}
	x.callOf(r, c, x.g.has(Indirect) && r.chance(400))
}

// recurse calls the function itself, once and not in a loop, if the fuel lasts.
func (x *function) recurse(r *record) {
	if !x.self.fuel || x.recurse0() {
		x.arithmetic(r)
		return
	}
	x.recursion(r)
}

func (x *function) recurse0() bool {
	return x.recursed || x.times > 1 || x.cost > x.limit/5 || x.depth > 0
}

func (x *function) recursion(r *record) {
	x.begin(r)
	x.recursed = true
	fuel := x.pool[0]
	c := x.compare(r, ir.GT, fuel, x.int64(0))
	again, next := x.f.AddBlock(x.region), x.f.AddBlock(x.region)
	x.brif(c, ir.Target{Block: again, Args: x.token()}, ir.Target{Block: next, Args: x.token()})
	mem, mark := x.mem, len(x.pool)
	x.open(again, nil)
	less := x.int(ir.OpSub, ir.Attr{}, within(0, 3), fuel, x.int64(1))
	args := []value{less}
	for _, s := range x.self.params[1:] {
		args = append(args, x.satisfy(r, s))
	}
	got := x.called(x.self, x.target(r, x.self, false), args)
	for _, v := range got {
		if v.typ == ir.Int && x.g.has(Memory) {
			x.storeAt(r, v, x.place(r, 8, true), 8)
			break
		}
	}
	x.br(next, x.token())
	x.truncate(mark)
	x.mem = mem
	x.open(next, nil)
}

// print shows an int, a float or some bytes.
func (x *function) print(r *record) {
	switch r.below(5) {
	case 0:
		x.external("putchar", []value{x.intIn(r, within(32, 126))}, ir.Int)
	case 1:
		x.external("puts", []value{x.symbolOf(x.g.text([...]string{"a", "tuffy", ""}[r.below(3)]), nil)}, ir.Int)
	case 2:
		if x.g.has(Floats) {
			if v := x.find(r, func(v *value) bool {
				return (v.typ == ir.F64 || v.typ == ir.F32) && x.usable(v) && (!v.nan || x.g.has(Unspecified))
			}); v != nil {
				w := *v
				x.external("printf", []value{x.symbolOf(x.g.text("%g\n"), nil), w}, ir.Int)
				return
			}
		}
		x.printInt(r, x.intIn(r, signedSpan(64)))
	case 3:
		if x.g.has(Memory) {
			n := int64(1 + r.below(8))
			p := x.place(r, n, false)
			if p.wild { // what the outside sees of it is an address
				p = x.newSlot(r, n, bytesOnly).base
			}
			x.external("write", []value{x.int64(1), p, x.int64(n)}, ir.Int)
			return
		}
		x.printInt(r, x.intIn(r, signedSpan(64)))
	default:
		x.printInt(r, x.intIn(r, signedSpan(64)))
	}
}

func (x *function) printInt(r *record, v value) {
	format, s := "%ld\n", signedSpan(64)
	if r.below(3) == 1 {
		format, s = "%d\n", signedSpan(32)
	} else if r.below(3) == 1 {
		format, s = "%lx\n", unsignedSpan(64)
	}
	x.external("printf", []value{x.symbolOf(x.g.text(format), nil), x.bring(r, v, s)}, ir.Int)
}
