package fuzz

import (
	"math/big"

	"github.com/tuffy-ir/tuffy/ir"
)

// goTo moves the builder to the end of a block.
func (x *function) goTo(b ir.Block) { x.at = x.f.At(b) }

// open adds arguments of the shapes and a token to b and goes there.
func (x *function) open(b ir.Block, shapes []shape) []value {
	vs := x.arguments(b, shapes)
	for _, v := range vs {
		x.push(v)
	}
	x.goTo(b)
	if x.mem != ir.NoValue {
		args := x.f.Args(b)
		x.mem = args[len(args)-1]
	}
	return vs
}

// arguments gives b arguments of the shapes, and a token last.
func (x *function) arguments(b ir.Block, shapes []shape) []value {
	var vs []value
	for _, s := range shapes {
		v := x.received(s)
		v.id = x.f.AddArg(b, s.typ, s.annot)
		vs = append(vs, v)
	}
	if x.mem != ir.NoValue {
		x.f.AddArg(b, ir.Mem, ir.NoAnnot)
	}
	return vs
}

// reopen makes b, whose arguments exist already, the block at hand.
func (x *function) reopen(b ir.Block, shapes []shape) {
	args := x.f.Args(b)
	for n, s := range shapes {
		v := x.received(s)
		v.id = args[n]
		x.push(v)
	}
	if x.mem != ir.NoValue {
		x.mem = args[len(args)-1]
	}
	x.goTo(b)
}

// pass finds values for the shapes, and adds the token.
func (x *function) pass(r *record, shapes []shape) []ir.Operand {
	var out []ir.Operand
	for _, s := range shapes {
		out = append(out, x.operand(x.satisfy(r, s)))
	}
	return x.withToken(out)
}

// withToken adds the token at hand, if there is one.
func (x *function) withToken(out []ir.Operand) []ir.Operand {
	if x.mem != ir.NoValue {
		out = append(out, ir.Operand{Value: x.mem})
	}
	return out
}

// br ends the block with a branch.
func (x *function) br(b ir.Block, args []ir.Operand) {
	x.count()
	x.at.Inst(ir.OpBr, ir.Attr{}, nil, []ir.Target{{Block: b, Args: args}}, nil, ir.Synthetic)
}

// brif ends the block with a conditional branch.
func (x *function) brif(c value, a, b ir.Target) {
	x.count()
	x.at.Inst(ir.OpBrIf, ir.Attr{}, []ir.Operand{x.operand(c)}, []ir.Target{a, b}, nil, ir.Synthetic)
}

// yield leaves the innermost region to the block after it, in one of the two ways.
func (x *function) yield(r *record, to ir.Block, args []ir.Operand) {
	if r.below(2) == 0 {
		x.br(to, args)
		return
	}
	x.count()
	x.at.Inst(ir.OpRegionYield, ir.Attr{}, args, nil, nil, ir.Synthetic)
}

// token is the target arguments of a block that has nothing but a token.
func (x *function) token() []ir.Operand { return x.withToken(nil) }

// nested makes up to n statements one level deeper, in a scope of their own.
func (x *function) nested(n int) {
	scope := x.scope
	x.scopes++
	x.scope = x.scopes
	x.depth++
	x.statements(n)
	x.depth--
	x.scope = scope
}

// ending is the end of one of the blocks that join.
type ending struct {
	at   *ir.Builder
	mem  ir.Value
	pool []value // made since the branch
}

// branch makes the block b, which has only a token, and n statements in it.
func (x *function) branch(b ir.Block, n int) ending {
	mark := len(x.pool)
	x.open(b, nil)
	x.nested(n)
	e := ending{x.at, x.mem, append([]value(nil), x.pool[mark:]...)}
	x.truncate(mark)
	return e
}

// join makes a block that the ends branch to, with arguments as tight as what they pass.
func (x *function) join(r *record, ends []ending) {
	b := x.f.AddBlock(x.region)
	k := r.below(3)
	args := make([][]ir.Operand, len(ends))
	var merged []value
	for range k {
		x.joinOne(r, ends, args, &merged)
	}
	for n, e := range ends {
		x.at, x.mem = e.at, e.mem
		x.br(b, x.withToken(args[n]))
	}
	x.arrive(b, merged)
}

// joinOne chooses a value from every end, all of one type.
func (x *function) joinOne(r *record, ends []ending, args [][]ir.Operand, merged *[]value) {
	mark := len(x.pool)
	var out value
	for n, e := range ends {
		x.pool = append(x.pool[:mark], e.pool...)
		v := x.find(r, func(v *value) bool {
			return (n == 0 || v.typ == out.typ) && v.obj == nil && v.flags&fragments == 0
		})
		if v == nil {
			x.pool = x.pool[:mark]
			for k := range n {
				args[k] = args[k][:len(args[k])-1]
			}
			return
		}
		w := *v
		if n == 0 {
			out = w
		} else {
			out.flags |= w.flags
			out.nan = out.nan || w.nan
			out.class |= w.class
			if out.span.lo != nil && w.span.lo != nil {
				out.span = out.span.hull(w.span)
			}
		}
		args[n] = append(args[n], x.operand(w))
	}
	x.pool = x.pool[:mark]
	*merged = append(*merged, out)
}

func (x *function) ifElse(r *record) {
	c := x.anyBool(r)
	a, b := x.f.AddBlock(x.region), x.f.AddBlock(x.region)
	x.brif(c, ir.Target{Block: a, Args: x.token()}, ir.Target{Block: b, Args: x.token()})
	mem := x.mem
	ends := []ending{x.branch(a, 1+r.below(4))}
	x.mem = mem
	ends = append(ends, x.branch(b, r.below(4)))
	x.join(r, ends)
}

func (x *function) switchCase(r *record) {
	v := x.anyInt(r, false)
	if !x.usable(&v) {
		v = x.intIn(r, signedSpan(8))
	}
	if r.chance(500) {
		v = x.bring(r, v, within(-2, 5))
	}
	n := 1 + r.below(4)
	var targets []ir.Target
	var blocks []ir.Block
	seen := map[string]bool{}
	for k := range n {
		c := x.caseOf(r, v, k)
		if seen[c.String()] {
			continue
		}
		seen[c.String()] = true
		if len(blocks) == 0 || r.below(4) != 3 {
			blocks = append(blocks, x.f.AddBlock(x.region))
		}
		targets = append(targets, ir.Target{Block: blocks[len(blocks)-1], Args: x.token(), Case: c})
	}
	blocks = append(blocks, x.f.AddBlock(x.region))
	targets = append(targets, ir.Target{Block: blocks[len(blocks)-1], Args: x.token()})
	x.count()
	x.at.Inst(ir.OpSwitch, ir.Attr{}, []ir.Operand{x.operand(v)}, targets, nil, ir.Synthetic)
	mem := x.mem
	var ends []ending
	for _, b := range blocks {
		x.mem = mem
		ends = append(ends, x.branch(b, r.below(3)))
	}
	x.join(r, ends)
}

// caseOf draws a case: near the range of v, negative, or huge.
func (x *function) caseOf(r *record, v value, k int) *big.Int {
	c := big.NewInt(int64(k))
	switch r.below(6) {
	case 0, 1:
		c.Add(c, v.span.lo)
	case 2:
		c.Sub(v.span.hi, c)
	case 3:
		c.Not(c)
	case 4:
		c.Add(pow2(uint(60+r.below(10))), c)
	}
	return c
}

// carriedShapes draws the shapes of block arguments of loops and regions.
func (x *function) carriedShapes(r *record, most int) []shape {
	var out []shape
	for range r.below(most + 1) {
		v := x.find(r, func(v *value) bool {
			return x.usable(v) && (v.obj == nil || !v.obj.heap && v.obj.size >= 8 && v.obj.content != pointersOnly && v.typ == ir.Ptr && v.obj.scope >= 0)
		})
		if v == nil {
			break
		}
		s := shape{typ: v.typ}
		switch {
		case v.typ == ir.Int:
			s = x.g.intShape(r)
		case v.typ.Kind() == ir.KindPtr:
			if v.obj == nil || v.typ != ir.Ptr {
				continue
			}
			s.obj = v.obj
		case v.typ.Kind() == ir.KindFloat:
			s.class = allClasses
		case v.typ.IsAggregate():
			s.span, s.class = fieldSpan, allClasses
			if !isPlain(v.typ) {
				continue
			}
		}
		out = append(out, s)
	}
	return out
}

// trips draws how often a loop runs, within what the function may still cost.
func (x *function) trips(r *record) int {
	most := min(12, (x.limit-x.cost)/(8*x.times)+1)
	if x.times > 20 {
		most = min(most, 2)
	}
	if most < 1 {
		return 1
	}
	return 1 + min(r.below(6)+r.below(4), most-1)
}

// fuelShape counts from trips down to 0.
func (x *function) fuelShape(trips int) shape {
	s := shape{typ: ir.Int, span: within(0, int64(trips))}
	if x.g.has(Claims) {
		s.annot = x.intClaim(s.span)
	}
	return s
}

// loop makes a loop region: its entry counts down the first argument.
func (x *function) loop(r *record) { x.counted(r, false) }

// flatLoop makes the same without a region: written branches go back.
func (x *function) flatLoop(r *record) { x.counted(r, true) }

func (x *function) counted(r *record, flat bool) {
	trips := x.trips(r)
	carried := x.carriedShapes(r, 3)
	shapes := append([]shape{x.fuelShape(trips)}, carried...)
	after := x.carriedShapes(r, 2)
	first := x.int64(int64(trips))
	if r.chance(300) {
		first = x.intIn(r, shapes[0].span)
	}
	inits := append([]ir.Operand{x.operand(first)}, x.pass(r, carried)...)

	outer, times := x.region, x.times
	region := outer
	if !flat {
		region = x.f.AddRegion(outer, ir.LoopRegion)
	}
	exitBlock := x.f.AddBlock(outer)
	header := x.f.AddBlock(region)
	x.br(header, inits)
	x.region, x.times = region, times*(trips+1)
	args := x.open(header, shapes)
	back := ir.NoBlock
	if flat {
		back = header
	}
	headMem := x.mem
	mark := len(x.pool)
	saved := x.mem
	x.arguments(exitBlock, after)
	x.mem = saved
	x.exits = append(x.exits, exit{exitBlock, after})
	if r.below(3) < 2 {
		x.whileLoop(r, exitBlock, back, after, args[0], carried)
	} else {
		x.doWhile(r, exitBlock, back, after, args[0], carried)
	}
	x.exits = x.exits[:len(x.exits)-1]
	x.truncate(mark)
	x.region, x.times, x.mem = outer, times, headMem
	x.reopen(exitBlock, after)
}

// whileLoop checks the fuel at the top.
func (x *function) whileLoop(r *record, exitBlock, back ir.Block, after []shape, fuel value, carried []shape) {
	c := x.compare(r, ir.GT, fuel, x.int64(0))
	body := x.f.AddBlock(x.region)
	x.brif(c, ir.Target{Block: body, Args: x.token()}, ir.Target{Block: exitBlock, Args: x.pass(r, after)})
	x.open(body, nil)
	x.nested(2 + r.below(6))
	x.again(r, back, fuel, carried)
}

// again goes on with the loop: by continue, or by a branch to block back if there is one.
func (x *function) again(r *record, back ir.Block, fuel value, carried []shape) {
	next := x.int(ir.OpSub, ir.Attr{}, between(bigZero, new(big.Int).Sub(fuel.span.hi, bigOne)), fuel, x.int64(1))
	args := append([]ir.Operand{{Value: next.id}}, x.pass(r, carried)...)
	if back != ir.NoBlock {
		x.br(back, args)
		return
	}
	x.count()
	x.at.Inst(ir.OpContinue, ir.Attr{}, args, nil, nil, ir.Synthetic)
}

// doWhile checks the fuel at the bottom, and leaves a region by region_yield.
func (x *function) doWhile(r *record, exitBlock, back ir.Block, after []shape, fuel value, carried []shape) {
	x.nested(2 + r.below(6))
	c := x.compare(r, ir.LE, fuel, x.int64(0))
	out, more := x.f.AddBlock(x.region), x.f.AddBlock(x.region)
	x.brif(c, ir.Target{Block: out, Args: x.token()}, ir.Target{Block: more, Args: x.token()})
	mem, mark := x.mem, len(x.pool)
	x.open(out, nil)
	if back != ir.NoBlock {
		x.br(exitBlock, x.pass(r, after))
	} else {
		x.yield(r, exitBlock, x.pass(r, after))
	}
	x.truncate(mark)
	x.mem = mem
	x.open(more, nil)
	x.again(r, back, fuel, carried)
}

// plain makes a plain region that is left to the block after it.
func (x *function) plain(r *record) {
	inner, after := x.carriedShapes(r, 2), x.carriedShapes(r, 2)
	inits := x.pass(r, inner)
	outer := x.region
	region := x.f.AddRegion(outer, ir.PlainRegion)
	exitBlock := x.f.AddBlock(outer)
	entry := x.f.AddBlock(region)
	x.br(entry, inits)
	x.region = region
	x.open(entry, inner)
	mem, mark := x.mem, len(x.pool)
	x.arguments(exitBlock, after)
	x.exits = append(x.exits, exit{exitBlock, after})
	x.nested(1 + r.below(5))
	x.yield(r, exitBlock, x.pass(r, after))
	x.exits = x.exits[:len(x.exits)-1]
	x.truncate(mark)
	x.region, x.mem = outer, mem
	x.reopen(exitBlock, after)
}

// irreducible makes a plain region with a loop of two blocks that are both entered from
// outside of it.
func (x *function) irreducible(r *record) {
	trips := x.trips(r)
	fuel := x.fuelShape(trips)
	shapes := append([]shape{fuel}, x.carriedShapes(r, 2)...)
	after := x.carriedShapes(r, 2)
	start := x.int64(int64(trips))
	outer, times := x.region, x.times
	region := x.f.AddRegion(outer, ir.PlainRegion)
	exitBlock := x.f.AddBlock(outer)
	entry := x.f.AddBlock(region)
	a, b := x.f.AddBlock(region), x.f.AddBlock(region)
	x.br(entry, x.token())
	x.region = region
	x.open(entry, nil)
	mark := len(x.pool)
	c := x.anyBool(r)
	enter := func() []ir.Operand { return append([]ir.Operand{x.operand(start)}, x.pass(r, shapes[1:])...) }
	argsA, argsB := enter(), enter()
	x.brif(c, ir.Target{Block: a, Args: argsA}, ir.Target{Block: b, Args: argsB})
	mem := x.mem
	x.arguments(exitBlock, after)
	x.arguments(a, shapes)
	x.arguments(b, shapes)
	x.times = times * (trips + 2)
	for _, pair := range [2][2]ir.Block{{a, b}, {b, a}} {
		x.truncate(mark)
		x.mem = mem
		at := len(x.pool)
		x.reopen(pair[0], shapes)
		fuelArg := x.pool[at]
		x.nested(1 + r.below(3))
		left := x.compare(r, ir.GT, fuelArg, x.int64(0))
		step := x.f.AddBlock(region)
		x.brif(left, ir.Target{Block: step, Args: x.token()}, ir.Target{Block: exitBlock, Args: x.pass(r, after)})
		x.open(step, nil)
		next := x.int(ir.OpSub, ir.Attr{}, between(bigZero, big.NewInt(int64(trips-1))), fuelArg, x.int64(1))
		x.br(pair[1], append([]ir.Operand{{Value: next.id}}, x.pass(r, shapes[1:])...))
	}
	x.truncate(mark)
	x.region, x.times, x.mem = outer, times, mem
	x.reopen(exitBlock, after)
}

// leave branches out of an enclosing region, if a condition holds.
func (x *function) leave(r *record) {
	if len(x.exits) == 0 {
		x.arithmetic(r)
		return
	}
	e := x.exits[len(x.exits)-1-r.below(len(x.exits))]
	c := x.anyBool(r)
	next := x.f.AddBlock(x.region)
	x.brif(c, ir.Target{Block: e.block, Args: x.pass(r, e.shapes)}, ir.Target{Block: next, Args: x.token()})
	x.open(next, nil)
}

// earlyReturn returns if a condition holds.
func (x *function) earlyReturn(r *record) {
	if x.self.name == "main" {
		x.arithmetic(r)
		return
	}
	c := x.anyBool(r)
	out, next := x.f.AddBlock(x.region), x.f.AddBlock(x.region)
	x.brif(c, ir.Target{Block: out, Args: x.token()}, ir.Target{Block: next, Args: x.token()})
	mem, mark := x.mem, len(x.pool)
	x.open(out, nil)
	x.ret(r)
	x.truncate(mark)
	x.mem = mem
	x.open(next, nil)
}

// never makes a condition that does not hold, by the range of a value.
func (x *function) never(r *record) value {
	v := x.find(r, func(v *value) bool { return v.typ == ir.Int && x.usable(v) })
	if v == nil {
		return x.bool(false)
	}
	w := *v
	switch r.below(3) {
	case 0:
		return x.compare(r, ir.GT, w, x.big(w.span.hi))
	case 1:
		return x.compare(r, ir.LT, w, x.big(w.span.lo))
	}
	return x.compare(r, ir.EQ, w, x.big(new(big.Int).Add(w.span.hi, big.NewInt(int64(1+r.below(3))))))
}

// dead makes a block that never runs; nothing in it is guarded.
func (x *function) dead(r *record) {
	c := x.never(r)
	out, next := x.f.AddBlock(x.region), x.f.AddBlock(x.region)
	x.brif(c, ir.Target{Block: out, Args: x.token()}, ir.Target{Block: next, Args: x.token()})
	mem, mark, unsafe := x.mem, len(x.pool), x.unsafe
	x.open(out, nil)
	if r.chance(300) {
		x.define(x.emit(ir.OpLandingPad, ir.Attr{}, nil), 0, value{})
	}
	x.unsafe = true
	x.nested(1 + r.below(3))
	x.unsafe = unsafe
	x.end(r, next)
	x.truncate(mark)
	x.mem = mem
	x.open(next, nil)
}

// end ends a block that never runs.
func (x *function) end(r *record, next ir.Block) {
	op := ir.OpUnreachable
	switch r.below(3) {
	case 1:
		op = ir.OpTrap
	case 2:
		x.br(next, x.token())
		return
	}
	x.count()
	x.at.Inst(op, ir.Attr{}, nil, nil, nil, ir.Synthetic)
}

// stop traps if a condition holds; mostly it does not.
func (x *function) stop(r *record) {
	c := x.never(r)
	if r.chance(60) {
		c = x.anyBool(r)
	}
	out, next := x.f.AddBlock(x.region), x.f.AddBlock(x.region)
	x.brif(c, ir.Target{Block: out, Args: x.token()}, ir.Target{Block: next, Args: x.token()})
	mem := x.mem
	x.open(out, nil)
	x.count()
	x.at.Inst(ir.OpTrap, ir.Attr{}, nil, nil, nil, ir.Synthetic)
	x.mem = mem
	x.open(next, nil)
}
