package fuzz

import (
	"math/big"

	"github.com/tuffy-ir/tuffy/ir"
)

// Shapes that passes of the optimizer look for, and that programs of other statements hardly ever
// have. The preset [Passes] is the one that makes them. What a shape computes is mostly printed at
// once, since a wrong value that nobody looks at is no bug.

// shown is how many of 1000 results of a shape are printed.
const shown = 600

// show prints an int, if the function can and it may be looked at.
func (x *function) show(r *record, v value) {
	if x.mem != ir.NoValue && x.usable(&v) && r.chance(shown) {
		x.printInt(r, v)
	}
}

// meetIn makes a block that each of the ends branches to with the ints given, and goes there.
func (x *function) meetIn(ends []ending, given [][]value) []value {
	b := x.f.AddBlock(x.region)
	merged := append([]value(nil), given[0]...)
	for n, e := range ends {
		x.at, x.mem = e.at, e.mem
		x.br(b, x.withToken(x.operands(given[n])))
		for k, v := range given[n] {
			merged[k].span, merged[k].flags = merged[k].span.hull(v.span), merged[k].flags|v.flags
		}
	}
	return x.arrive(b, merged)
}

func (x *function) operands(vs []value) []ir.Operand {
	var out []ir.Operand
	for _, v := range vs {
		out = append(out, x.operand(v))
	}
	return out
}

// arrive gives b arguments of which so much is known, and a token, and goes there.
func (x *function) arrive(b ir.Block, merged []value) []value {
	for n := range merged {
		v := &merged[n]
		v.id = x.f.AddArg(b, v.typ, ir.NoAnnot)
		x.f.SetAnnot(v.id, x.resultClaim(v))
		x.push(*v)
	}
	if x.mem != ir.NoValue {
		x.mem = x.f.AddArg(b, ir.Mem, ir.NoAnnot)
	}
	x.goTo(b)
	return merged
}

// decided makes a switch on a constant that lies below, between or above its cases, or is one. The
// constant is passed to the block of the switch or is there.
func (x *function) decided(r *record) {
	v := int64(r.below(5)) - 2
	cases, huge := []int64{}, r.below(8) == 7
	for range 1 + r.below(4) {
		cases = append(cases, v)
		v += 1 + int64(r.below(3))
	}
	k := cases[0] - 2 + int64(r.below(int(v-cases[0])+4))
	if r.below(2) == 1 { // in any order
		n := r.below(len(cases))
		cases[0], cases[n] = cases[n], cases[0]
	}
	on := x.int64(k)
	if r.below(3) == 2 {
		b := x.f.AddBlock(x.region)
		x.br(b, x.withToken(x.operands([]value{on})))
		on = x.arrive(b, []value{on})[0]
	}
	var targets []ir.Target
	var ends []ending
	var given [][]value
	base := x.at
	mem := x.mem
	for n := range len(cases) + 1 {
		b := x.f.AddBlock(x.region)
		t := ir.Target{Block: b, Args: x.token()}
		if n < len(cases) {
			t.Case = big.NewInt(cases[n])
			if huge && n == len(cases)-1 {
				t.Case.Lsh(t.Case.SetInt64(max(cases[n], 1)), 64)
			}
		}
		targets = append(targets, t)
		mark := len(x.pool)
		x.open(b, nil)
		given = append(given, []value{x.int64(int64(10*n + r.below(3)))})
		ends = append(ends, ending{x.at, x.mem, nil})
		x.truncate(mark)
		x.at, x.mem = base, mem
	}
	x.count()
	x.at.Inst(ir.OpSwitch, ir.Attr{}, []ir.Operand{x.operand(on)}, targets, nil, ir.Synthetic)
	x.show(r, x.meetIn(ends, given)[0])
}

// diamond makes a branch whose ways do nothing, or little, but pass different values: at once, or over
// blocks that pass on what they are given, in another order.
func (x *function) diamond(r *record) {
	c := x.anyBool(r)
	if v := x.find(r, func(v *value) bool { return v.typ == ir.Int && x.usable(v) && !v.span.constant() }); v != nil && r.chance(700) {
		a := *v
		c = x.compare(r, ir.Pred(r.below(6)), a, x.neighbour(r, a))
	}
	pick := func() []value {
		return []value{x.intIn(r, signedSpan(33)), x.constantIn(r, signedSpan(9))}
	}
	ways := [2][]value{pick(), pick()}
	kinds := [2]int{r.below(4), r.below(4)}
	merged := append([]value(nil), ways[0]...)
	join := x.f.AddBlock(x.region)
	var targets [2]ir.Target
	base, mem := x.at, x.mem
	for n, vs := range ways {
		if kinds[n] == 0 {
			targets[n] = ir.Target{Block: join, Args: x.withToken(x.operands(vs))}
			continue
		}
		b := x.f.AddBlock(x.region)
		mark := len(x.pool)
		if kinds[n] == 1 { // nothing but a branch, that swaps
			targets[n] = ir.Target{Block: b, Args: x.withToken(x.operands([]value{vs[1], vs[0]}))}
			got := x.arrive(b, []value{{typ: ir.Int, span: vs[1].span, flags: vs[1].flags}, {typ: ir.Int, span: vs[0].span, flags: vs[0].flags}})
			vs = []value{got[1], got[0]}
		} else {
			targets[n] = ir.Target{Block: b, Args: x.token()}
			x.open(b, nil)
			if kinds[n] == 2 {
				vs = []value{x.bounded(r, ir.OpXor, vs[0], vs[1]), vs[1]}
			}
		}
		ways[n] = vs
		x.br(join, x.withToken(x.operands(vs)))
		x.truncate(mark)
		x.at, x.mem = base, mem
	}
	for n := range merged {
		merged[n].flags = ways[0][n].flags | ways[1][n].flags
		merged[n].span = ways[0][n].span.hull(ways[1][n].span)
	}
	x.brif(c, targets[0], targets[1])
	got := x.arrive(join, merged)
	x.show(r, got[0])
	x.show(r, got[1])
}

// strides are by how much counters grow: the bytes of an element, in powers of two, are their multiples.
var strides = [...]int64{1, 1, 1, 2, 4}

// idiom makes a loop without a region that fills or copies memory, as front ends and loop rotation
// leave them, with room for one round too many.
func (x *function) idiom(r *record) {
	size := int64(1) << r.below(4)
	step := min(strides[r.below(len(strides))], size)
	rounds := 1 + int64(r.below(int(max(40/size, 6))))
	if x.times*int(rounds+2)*12 > x.limit-x.cost {
		x.arithmetic(r)
		return
	}
	to := x.newSlot(r, (rounds+3)*size, bytesOnly)
	from := value{}
	if r.below(3) == 0 {
		from = x.newSlot(r, (rounds+3)*size, bytesOnly).base
	}
	start := [...]int64{0, 0, 1, -3, 5}[r.below(5)]
	bound := x.int64(start + rounds*step - int64(r.below(2))*int64(r.below(int(step))))
	if r.below(2) == 0 {
		bound = x.intIn(r, within(start-1, start+rounds*step))
	}
	fill := x.int64([...]int64{0, -1, 0x5555555555555555, 7}[r.below(4)])
	if size == 1 && r.below(2) == 0 {
		fill = x.intIn(r, unsignedSpan(8))
	}
	top, walks := r.below(2) == 0, r.below(3) == 0 && from.obj == nil
	last := start + (rounds+2)*step
	header, exitBlock := x.f.AddBlock(x.region), x.f.AddBlock(x.region)
	init := []ir.Operand{x.operand(x.int64(start))}
	shapes := []shape{{typ: ir.Int, span: within(start, last)}}
	if walks {
		init, shapes = append(init, x.operand(to.base)), append(shapes, shape{typ: ir.Ptr, obj: to})
	}
	x.br(header, append(init, x.token()...))
	mark, times := len(x.pool), x.times
	x.times *= int(rounds + 2)
	args := x.open(header, shapes)
	headMem := x.mem
	i := args[0]
	if top {
		body := x.f.AddBlock(x.region)
		x.test(r, i, bound, ir.Target{Block: body, Args: x.token()}, ir.Target{Block: exitBlock, Args: x.token()})
		x.open(body, nil)
	}
	var p value
	v := fill
	if walks {
		p = args[1]
	} else {
		at := x.int(ir.OpMul, ir.Attr{}, within(start*(size/step), last*(size/step)), i, x.int64(size/step))
		at = x.int(ir.OpSub, ir.Attr{}, within(0, (rounds+2)*size), at, x.int64(start*(size/step)))
		p = x.pointer(to.base, at)
		if from.obj != nil {
			v = x.element(x.emit(ir.OpLoad, ir.Attr{N: uint32(size)}, []ir.Type{ir.Int}, x.pointer(from, at)), size)
		}
	}
	x.emit(ir.OpStore, ir.Attr{N: uint32(size)}, nil, v, p)
	next := x.int(ir.OpAdd, ir.Attr{}, within(start+step, last), i, x.int64(step))
	back := []ir.Operand{{Value: next.id}}
	if walks {
		back = append(back, ir.Operand{Value: x.raw2(ir.OpPtrAdd, ir.Attr{}, p, x.int64(size)).id})
	}
	back = append(back, x.token()...)
	if top {
		x.br(header, back)
		x.mem = headMem
	} else {
		tested := next
		if r.below(3) == 0 {
			tested = i
		}
		x.test(r, tested, bound, ir.Target{Block: header, Args: back}, ir.Target{Block: exitBlock, Args: x.token()})
	}
	x.truncate(mark)
	x.times = times
	x.open(exitBlock, nil)
	for range 2 { // near the end of what was written
		at := max(0, (rounds-2+int64(r.below(4)))*size)
		x.loadAt(r, ir.Int, x.pointer(to.base, x.int64(at)), int(size))
		x.show(r, x.pool[len(x.pool)-1])
	}
}

// test goes on while i is below a bound, written in one of the ways there are.
func (x *function) test(r *record, i, bound value, again, out ir.Target) {
	switch r.below(4) {
	case 1:
		x.brif(x.compare(r, ir.GT, bound, i), again, out)
	case 2:
		x.brif(x.compare(r, ir.GE, i, bound), out, again)
	case 3:
		x.brif(x.compare(r, ir.LE, i, bound), again, out)
	default:
		x.brif(x.compare(r, ir.LT, i, bound), again, out)
	}
}

// summing makes a loop that adds up products with its counter, or what it reads at a place that does not
// change. What it gives is sometimes not looked at.
func (x *function) summing(r *record) {
	trips := int64(x.trips(r))
	factor := x.constantIn(r, within(-100, 100))
	kind := r.below(3)
	var place value
	if kind == 1 && x.mem != ir.NoValue && x.g.has(Memory) {
		place = x.place(r, 4, false)
	}
	carried := shape{typ: ir.Int, span: signedSpan(48)}
	header, exitBlock := x.f.AddBlock(x.region), x.f.AddBlock(x.region)
	x.br(header, x.withToken(x.operands([]value{x.int64(0), x.intIn(r, signedSpan(40))})))
	mark, times := len(x.pool), x.times
	x.times *= int(trips) + 1
	args := x.open(header, []shape{{typ: ir.Int, span: within(0, trips)}, carried})
	i, sum := args[0], args[1]
	body := x.f.AddBlock(x.region)
	out := []value{sum}
	if r.below(3) == 0 {
		out = nil // nobody sees what the loop does
	}
	x.brif(x.compare(r, ir.LT, i, x.int64(trips)), ir.Target{Block: body, Args: x.token()}, ir.Target{Block: exitBlock, Args: x.withToken(x.operands(out))})
	x.open(body, nil)
	term := x.binary(r, ir.OpMul, i, factor)
	if place.obj != nil {
		x.loadAt(r, ir.Int, place, 4)
		term = x.pool[len(x.pool)-1]
	} else if kind == 2 {
		term = x.binary(r, ir.OpAdd, term, x.intIn(r, signedSpan(20)))
	}
	more := x.extend(r, ir.OpSExt, x.binary(r, ir.OpAdd, sum, term), 48)
	next := x.int(ir.OpAdd, ir.Attr{}, within(1, trips), i, x.int64(1))
	x.br(header, x.withToken(x.operands([]value{next, more})))
	x.truncate(mark)
	x.times = times
	for _, v := range x.open(exitBlock, []shape{carried}[:len(out)]) {
		x.show(r, v)
	}
}

var chainOps = [...]ir.Op{ir.OpAdd, ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpMin, ir.OpMax}

// chain makes a tree of one operation, with constants among its leaves and one of them twice.
func (x *function) chain(r *record) {
	op, most := chainOps[r.below(len(chainOps))], signedSpan(32)
	if op == ir.OpMul {
		most = signedSpan(8)
	}
	var leaves []value
	for range 3 + r.below(4) {
		if r.below(3) == 0 {
			leaves = append(leaves, x.constantIn(r, most))
		} else {
			leaves = append(leaves, x.intIn(r, most))
		}
	}
	leaves = append(leaves, leaves[r.below(len(leaves))])
	for len(leaves) > 1 {
		n := r.below(len(leaves) - 1)
		leaves[n] = x.binary(r, op, leaves[n], leaves[n+1])
		leaves = append(leaves[:n+1], leaves[n+2:]...)
	}
	x.show(r, leaves[0])
}

// boolChain does the same with truth values.
func (x *function) boolChain(r *record) {
	op := [...]ir.Op{ir.OpBAnd, ir.OpBOr, ir.OpBXor}[r.below(3)]
	v := x.anyBool(r)
	for range 2 + r.below(3) {
		w := x.anyBool(r)
		v = x.define(x.emit(op, ir.Attr{}, nil, v, w), 0, value{flags: flow(v, w)})
	}
	x.show(r, x.int(ir.OpBoolToInt, ir.Attr{}, within(0, 1), v))
}

var divisors = [...]int64{2, 3, 5, 7, 10, 16, 100, 255, 641, 1000, 65537, 1 << 31, 1, 6, 9}

// quotient divides a number of known width by a constant.
func (x *function) quotient(r *record) {
	n, k := sizes[r.below(4)], divisors[r.below(len(divisors))]
	from := x.usableInt(r)
	if r.below(3) > 0 { // next to a multiple near the end, where a multiplier with a bit too few is wrong first
		c := pow2(n)
		c.Div(c, big.NewInt(k)).Sub(c, big.NewInt(int64(r.below(4)))).Mul(c, big.NewInt(k))
		from = x.big(c.Sub(c, big.NewInt(int64(r.below(2)))))
	}
	v := x.extend(r, ir.OpZExt, from, n)
	x.f.SetAnnot(v.id, ir.Unsigned(uint32(n)))
	i := x.emit(ir.OpIConst, ir.Attr{Imm: k}, nil)
	d := value{id: x.f.Result(i, 0), typ: ir.Int, span: within(k, k)}
	op := divisions[r.below(len(divisions))]
	x.show(r, x.int(op, ir.Attr{}, spans[op](v.span, d.span), v, d))
}

// lowBits computes something and then looks at its low bits only.
func (x *function) lowBits(r *record) {
	n := sizes[r.below(4)]
	a, b := x.usableInt(r), x.intIn(r, signedSpan(40))
	switch r.below(4) {
	case 0:
		a = x.extend(r, [...]ir.Op{ir.OpZExt, ir.OpSExt}[r.below(2)], a, n+uint(r.below(20)))
	case 1: // one bit too few, or just enough
		a = x.intIn(r, signedSpan(n))
		a = x.extend(r, [...]ir.Op{ir.OpZExt, ir.OpSExt}[r.below(2)], a, n-uint(r.below(2)))
	case 2:
		a = x.binary(r, ir.OpAnd, a, x.big(new(big.Int).Sub(pow2(n+uint(r.below(8))), bigOne)))
	default:
		b = x.big(new(big.Int).Add(pow2(n+uint(r.below(8))), big.NewInt(int64(r.byte()))))
	}
	op := [...]ir.Op{ir.OpAdd, ir.OpXor, ir.OpSub, ir.OpOr}[r.below(4)]
	x.show(r, x.extend(r, [...]ir.Op{ir.OpZExt, ir.OpSExt}[r.below(2)], x.bounded(r, op, a, b), n))
}

// tailCall calls the function itself at its end, if the fuel lasts, perhaps with memory of its own.
func (x *function) tailCall(r *record) {
	if !x.self.fuel || x.recurse0() || x.mem == ir.NoValue {
		x.arithmetic(r)
		return
	}
	x.recursed = true
	fuel := x.pool[0]
	for n, s := range x.self.params {
		if s.param {
			x.loadAt(r, ir.Int, x.pool[n], 4)
			x.show(r, x.pool[len(x.pool)-1])
		}
	}
	c := x.compare(r, ir.GT, fuel, x.int64(0))
	again, next := x.f.AddBlock(x.region), x.f.AddBlock(x.region)
	x.brif(c, ir.Target{Block: again, Args: x.token()}, ir.Target{Block: next, Args: x.token()})
	mem, mark := x.mem, len(x.pool)
	x.open(again, nil)
	args := []value{x.int(ir.OpSub, ir.Attr{}, within(0, 3), fuel, x.int64(1))}
	for _, s := range x.self.params[1:] {
		if s.param && s.annot == ir.NoAnnot && r.below(3) == 0 {
			args = append(args, x.newSlot(r, paramBytes, bytesOnly).base)
			continue
		}
		args = append(args, x.satisfy(r, s))
	}
	var fixed []ir.Operand
	for _, v := range x.called(x.self, x.target(r, x.self, false), args) {
		fixed = append(fixed, ir.Operand{Value: v.id})
	}
	x.count()
	x.at.Inst(ir.OpRet, ir.Attr{}, x.withToken(fixed), nil, nil, ir.Synthetic)
	x.truncate(mark)
	x.mem = mem
	x.open(next, nil)
}

// twoSlots writes two variables, or twice to one, and reads one.
func (x *function) twoSlots(r *record) {
	a := x.newSlot(r, 8, bytesOnly)
	b := x.newSlot(r, int64(8*(1+r.below(2))), bytesOnly)
	for n := range 2 + r.below(2) {
		p, off := a.base, int64(0)
		if n%2 == 1 {
			p = b.base
			off = int64(r.below(int(b.size - 7)))
		}
		if off > 0 {
			p = x.pointer(p, x.int64(off))
		}
		x.storeAt(r, x.intIn(r, unsignedSpan(32)), p, 1<<r.below(4))
	}
	for _, o := range []*object{a, b} {
		x.loadAt(r, ir.Int, o.base, 1<<r.below(4))
		x.show(r, x.pool[len(x.pool)-1])
	}
}

// stores writes one byte again and again next to each other, here and there with a hole or one
// over another, and reads around the holes.
func (x *function) stores(r *record) {
	size := int64(1) << r.below(4)
	count := min(4+int64(r.below(10)), 40/size)
	o := x.newSlot(r, 2*size*count+8, bytesOnly)
	k := x.int64([...]int64{0, -1, 0x5555555555555555, 0x0707070707070707}[r.below(4)])
	at := int64(r.below(8))
	holes := []int64{at}
	for range count {
		x.storeAt(r, k, x.pointer(o.base, x.int64(at)), int(size))
		if at += size; r.below(6) == 5 {
			holes = append(holes, at)
			at++
		} else if r.below(8) == 7 {
			at--
		}
	}
	x.loadAt(r, ir.Int, x.pointer(o.base, x.int64(max(0, holes[r.below(len(holes))]-1))), 2)
	x.show(r, x.pool[len(x.pool)-1])
	x.loadAt(r, ir.Int, x.pointer(o.base, x.int64(at-1)), 2)
	x.show(r, x.pool[len(x.pool)-1])
}

// relaxed makes a tree of float operations that may be reordered and fused, on small integers, which are
// exact in any order.
func (x *function) relaxed(r *record) {
	t := [...]ir.Type{ir.F64, ir.F32}[r.below(2)]
	flags := [...]ir.FPFlags{ir.Reassoc | ir.Contract, ir.Reassoc, ir.Contract}[r.below(3)]
	type leaf struct {
		v    value
		most int // its magnitude
	}
	var leaves []leaf
	for range 3 + r.below(4) {
		if r.below(3) > 0 {
			k := float64(1+r.below(9)) * float64(1-2*r.below(2))
			i := x.emit(ir.OpFConst, ir.Attr{N: uint32(t), Imm: int64(encoded(t, k))}, nil)
			leaves = append(leaves, leaf{value{id: x.f.Result(i, 0), typ: t}, 9})
			continue
		}
		v := x.intIn(r, within(1, 8))
		i := x.emit(ir.OpSIToFP, ir.Attr{}, []ir.Type{t}, v)
		leaves = append(leaves, leaf{value{id: x.f.Result(i, 0), typ: t, flags: v.flags}, 8})
	}
	leaves = append(leaves, leaves[r.below(len(leaves))])
	product := r.below(3) == 0
	for len(leaves) > 1 {
		n := r.below(len(leaves) - 1)
		a, b := leaves[n], leaves[n+1]
		op, most := [...]ir.Op{ir.OpFAdd, ir.OpFAdd, ir.OpFSub}[r.below(3)], a.most+b.most
		if (product || r.below(3) == 0) && a.most*b.most < 1000 {
			op, most = ir.OpFMul, a.most*b.most
		}
		i := x.emit(op, ir.Attr{Flags: flags}, nil, a.v, b.v)
		leaves[n] = leaf{value{id: x.f.Result(i, 0), typ: t, flags: flow(a.v, b.v)}, most}
		leaves = append(leaves[:n+1], leaves[n+2:]...)
	}
	v := leaves[0].v
	x.show(r, x.int(ir.OpFPToSI, ir.Attr{N: 32, Sat: true}, signedSpan(32), v))
}

// twice makes an operation twice, once with a claim that it may violate and that nobody looks at, in one
// of both orders.
func (x *function) twice(r *record) {
	op := arithmeticOps[r.below(8)]
	a, b := x.intIn(r, signedSpan(16)), x.intIn(r, signedSpan(12))
	s := spans[op](a.span, b.span)
	again := func(claimed bool) value {
		i := x.emit(op, ir.Attr{}, nil, a, b)
		v := value{id: x.f.Result(i, 0), typ: ir.Int, span: s, flags: flow(a, b)}
		if claimed && s.bitLen() > 2 && x.g.has(Claims) {
			x.f.SetAnnot(v.id, ir.Unsigned(uint32(s.bitLen()-2)))
			v.flags |= tainted
		}
		return x.push(v)
	}
	first := again(r.below(4) > 0)
	second := again(first.flags&tainted == 0)
	for _, v := range []value{first, second} {
		if x.usable(&v) && x.mem != ir.NoValue {
			x.printInt(r, v)
		}
	}
}

// running makes a loop that tests at its end and in each round changes a variable in memory.
func (x *function) running(r *record) {
	trips := int64(x.trips(r))
	o := x.newSlot(r, 8, bytesOnly)
	header, exitBlock := x.f.AddBlock(x.region), x.f.AddBlock(x.region)
	x.br(header, x.withToken(x.operands([]value{x.int64(0)})))
	mark, times := len(x.pool), x.times
	x.times *= int(trips) + 1
	i := x.open(header, []shape{{typ: ir.Int, span: within(0, trips)}})[0]
	x.loadAt(r, ir.Int, o.base, 4)
	now := x.pool[len(x.pool)-1]
	more := x.binary(r, ir.OpAdd, now, x.int64(1+int64(r.below(9))))
	x.storeAt(r, more, o.base, 4)
	next := x.int(ir.OpAdd, ir.Attr{}, within(1, trips+1), i, x.int64(1))
	x.brif(x.compare(r, ir.LT, next, x.int64(trips)), ir.Target{Block: header, Args: x.withToken(x.operands([]value{next}))}, ir.Target{Block: exitBlock, Args: x.token()})
	x.truncate(mark)
	x.times = times
	x.open(exitBlock, nil)
	x.loadAt(r, ir.Int, o.base, 4)
	x.show(r, x.pool[len(x.pool)-1])
}
