package gen

import (
	"github.com/tuffy-ir/tuffy/fuzz/gen/build"
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/fuzz/gen/span"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// Shapes that passes of the optimizer look for, and that programs of other statements hardly ever
// have. The preset [preset.Passes] is the one that makes them. What a shape computes is mostly printed at
// once, since a wrong value that nothing looks at is no bug.

// shown is how many of 1000 results of a shape are printed. Results that are not printed let passes
// remove things.
const shown = 600

// show prints an int, if the function can and it may be looked at. It prints without a newline of
// its own: formats have one.
func show(x *body, r *choice.Record, v build.Value) {
	if x.Mem != ir.NoValue && x.usable(&v) && r.Chance(shown) {
		printInt(x, r, v)
	}
}

// meetIn makes a block that each of the ends branches to with the ints given, and goes there. The
// block's arguments are as tight as the hull of what is given.
func meetIn(x *body, ends []ending, given [][]build.Value) []build.Value {
	b := x.F.AddBlock(x.Region)
	merged := append([]build.Value(nil), given[0]...)
	for n, e := range ends {
		x.At, x.Mem = e.at, e.mem
		x.Br(b, x.WithToken(operands(x, given[n])))
		for k, v := range given[n] {
			merged[k].Span, merged[k].Flags = merged[k].Span.Hull(v.Span), merged[k].Flags|v.Flags
		}
	}
	return arrive(x, b, merged)
}

func operands(x *body, vs []build.Value) []ir.Operand {
	var out []ir.Operand
	for _, v := range vs {
		out = append(out, x.Operand(v))
	}
	return out
}

// arrive gives b arguments of which so much is known, and a token, and goes there. The claims are
// made from the merged spans.
func arrive(x *body, b ir.Block, merged []build.Value) []build.Value {
	for n := range merged {
		v := &merged[n]
		v.ID = x.F.AddArg(b, v.Type, ir.NoAnnot)
		x.F.SetAnnot(v.ID, x.ResultClaim(v))
		x.Push(*v)
	}
	if x.Mem != ir.NoValue {
		x.Mem = x.F.AddArg(b, ir.Mem, ir.NoAnnot)
	}
	x.GoTo(b)
	return merged
}

// decided makes a switch on a constant that lies below, between or above its cases, or is one. The
// constant is passed to the block of the switch or is there. Passes fold such switches; the block
// that is chosen must be the right one.
func decided(x *body, r *choice.Record) {
	v := int64(r.Below(5)) - 2
	cases, huge := []int64{}, r.Below(8) == 7
	for range 1 + r.Below(4) {
		cases = append(cases, v)
		v += 1 + int64(r.Below(3))
	}
	k := cases[0] - 2 + int64(r.Below(int(v-cases[0])+4))
	if r.Below(2) == 1 { // in any order
		n := r.Below(len(cases))
		cases[0], cases[n] = cases[n], cases[0]
	}
	on := x.Int64(k)
	if r.Below(3) == 2 {
		b := x.F.AddBlock(x.Region)
		x.Br(b, x.WithToken(operands(x, []build.Value{on})))
		on = arrive(x, b, []build.Value{on})[0]
	}
	var targets []ir.Target
	var ends []ending
	var given [][]build.Value
	base := x.At
	mem := x.Mem
	for n := range len(cases) + 1 {
		b := x.F.AddBlock(x.Region)
		t := ir.Target{Block: b, Args: x.Token()}
		if n < len(cases) {
			t.Case = new(num.New(cases[n]))
			if huge && n == len(cases)-1 {
				*t.Case = num.New(max(cases[n], 1)).Shl(64)
			}
		}
		targets = append(targets, t)
		mark := len(x.Pool)
		x.Open(b, nil)
		given = append(given, []build.Value{x.Int64(int64(10*n + r.Below(3)))})
		ends = append(ends, ending{x.At, x.Mem, nil})
		x.Truncate(mark)
		x.At, x.Mem = base, mem
	}
	x.Count()
	x.At.Inst(ir.OpSwitch, ir.Attr{}, []ir.Operand{x.Operand(on)}, targets, nil, ir.Synthetic)
	show(x, r, meetIn(x, ends, given)[0])
}

// diamond makes a branch whose ways do nothing, or little, but pass different values: at once, or over
// blocks that pass on what they are given, in another order. Values cross over, so that a wrong
// order of block arguments shows.
func diamond(x *body, r *choice.Record) {
	c := x.anyBool(r)
	if v := x.Find(r, func(v *build.Value) bool { return v.Type == ir.Int && x.usable(v) && !v.Span.Constant() }); v != nil && r.Chance(700) {
		a := *v
		c = x.Compare(ir.Pred(r.Below(6)), a, neighbour(x, r, a))
	}
	pick := func() []build.Value {
		return []build.Value{x.intIn(r, span.Signed(33)), x.ConstantIn(r, span.Signed(9))}
	}
	ways := [2][]build.Value{pick(), pick()}
	kinds := [2]int{r.Below(4), r.Below(4)}
	merged := append([]build.Value(nil), ways[0]...)
	join := x.F.AddBlock(x.Region)
	var targets [2]ir.Target
	base, mem := x.At, x.Mem
	for n, vs := range ways {
		if kinds[n] == 0 {
			targets[n] = ir.Target{Block: join, Args: x.WithToken(operands(x, vs))}
			continue
		}
		b := x.F.AddBlock(x.Region)
		mark := len(x.Pool)
		if kinds[n] == 1 { // nothing but a branch, that swaps
			targets[n] = ir.Target{Block: b, Args: x.WithToken(operands(x, []build.Value{vs[1], vs[0]}))}
			got := arrive(x, b, []build.Value{{Type: ir.Int, Span: vs[1].Span, Flags: vs[1].Flags}, {Type: ir.Int, Span: vs[0].Span, Flags: vs[0].Flags}})
			vs = []build.Value{got[1], got[0]}
		} else {
			targets[n] = ir.Target{Block: b, Args: x.Token()}
			x.Open(b, nil)
			if kinds[n] == 2 {
				vs = []build.Value{bounded(x, r, ir.OpXor, vs[0], vs[1]), vs[1]}
			}
		}
		ways[n] = vs
		x.Br(join, x.WithToken(operands(x, vs)))
		x.Truncate(mark)
		x.At, x.Mem = base, mem
	}
	for n := range merged {
		merged[n].Flags = ways[0][n].Flags | ways[1][n].Flags
		merged[n].Span = ways[0][n].Span.Hull(ways[1][n].Span)
	}
	x.Brif(c, targets[0], targets[1])
	got := arrive(x, join, merged)
	show(x, r, got[0])
	show(x, r, got[1])
}

// strides are by how much counters grow: the bytes of an element, in powers of two, are their
// multiples. Small strides are frequent; a step is never longer than an element.
var strides = [...]int64{1, 1, 1, 2, 4}

// idiom makes a loop without a region that fills or copies memory, as front ends and loop rotation
// leave them, with room for one iteration too many. One iteration too many would write beyond what
// is known, but not beyond the object.
func idiom(x *body, r *choice.Record) {
	size := int64(1) << r.Below(4)
	step := min(strides[r.Below(len(strides))], size)
	trips := 1 + int64(r.Below(int(max(40/size, 6))))
	if x.Times*int(trips+2)*12 > x.limit-x.Cost {
		arithmetic(x, r)
		return
	}
	to := x.NewSlot(r, (trips+3)*size, build.BytesOnly)
	from := build.Value{}
	if r.Below(3) == 0 {
		from = x.NewSlot(r, (trips+3)*size, build.BytesOnly).Base
	}
	start := [...]int64{0, 0, 1, -3, 5}[r.Below(5)]
	bound := x.Int64(start + trips*step - int64(r.Below(2))*int64(r.Below(int(step))))
	if r.Below(2) == 0 {
		bound = x.intIn(r, span.Within(start-1, start+trips*step))
	}
	fill := x.Int64([...]int64{0, -1, 0x5555555555555555, 7}[r.Below(4)])
	if size == 1 && r.Below(2) == 0 {
		fill = x.intIn(r, span.Unsigned(8))
	}
	top, walks := r.Below(2) == 0, r.Below(3) == 0 && from.Obj == nil
	last := start + (trips+2)*step
	header, exitBlock := x.F.AddBlock(x.Region), x.F.AddBlock(x.Region)
	init := []ir.Operand{x.Operand(x.Int64(start))}
	shapes := []build.Shape{{Type: ir.Int, Span: span.Within(start, last)}}
	if walks {
		init, shapes = append(init, x.Operand(to.Base)), append(shapes, build.Shape{Type: ir.Ptr, Obj: to})
	}
	x.Br(header, append(init, x.Token()...))
	mark, times := len(x.Pool), x.Times
	x.Times *= int(trips + 2)
	args := x.Open(header, shapes)
	headMem := x.Mem
	i := args[0]
	if top {
		body := x.F.AddBlock(x.Region)
		test(x, r, i, bound, ir.Target{Block: body, Args: x.Token()}, ir.Target{Block: exitBlock, Args: x.Token()})
		x.Open(body, nil)
	}
	var p build.Value
	v := fill
	if walks {
		p = args[1]
	} else {
		at := x.Int(ir.OpMul, ir.Attr{}, span.Within(start*(size/step), last*(size/step)), i, x.Int64(size/step))
		at = x.Int(ir.OpSub, ir.Attr{}, span.Within(0, (trips+2)*size), at, x.Int64(start*(size/step)))
		p = x.Pointer(to.Base, at)
		if from.Obj != nil {
			v = element(x, x.Emit(ir.OpLoad, ir.Attr{N: uint32(size)}, []ir.Type{ir.Int}, x.Pointer(from, at)), size)
		}
	}
	x.Emit(ir.OpStore, ir.Attr{N: uint32(size)}, nil, v, p)
	next := x.Int(ir.OpAdd, ir.Attr{}, span.Within(start+step, last), i, x.Int64(step))
	back := []ir.Operand{{Value: next.ID}}
	if walks {
		back = append(back, ir.Operand{Value: x.Raw(ir.OpPtrAdd, ir.Attr{}, p, x.Int64(size)).ID})
	}
	back = append(back, x.Token()...)
	if top {
		x.Br(header, back)
		x.Mem = headMem
	} else {
		tested := next
		if r.Below(3) == 0 {
			tested = i
		}
		test(x, r, tested, bound, ir.Target{Block: header, Args: back}, ir.Target{Block: exitBlock, Args: x.Token()})
	}
	x.Truncate(mark)
	x.Times = times
	x.Open(exitBlock, nil)
	for range 2 { // near the end of what was written
		at := max(0, (trips-2+int64(r.Below(4)))*size)
		loadAt(x, r, ir.Int, x.Pointer(to.Base, x.Int64(at)), int(size))
		show(x, r, x.Pool[len(x.Pool)-1])
	}
}

// test continues while i is below a bound, written in one of the ways there are. Passes must
// recognise all four spellings.
func test(x *body, r *choice.Record, i, bound build.Value, again, out ir.Target) {
	switch r.Below(4) {
	case 1:
		x.Brif(x.Compare(ir.GT, bound, i), again, out)
	case 2:
		x.Brif(x.Compare(ir.GE, i, bound), out, again)
	case 3:
		x.Brif(x.Compare(ir.LE, i, bound), again, out)
	default:
		x.Brif(x.Compare(ir.LT, i, bound), again, out)
	}
}

// summing makes a loop that adds up products with its counter, or what it reads at a place that does not
// change. What it gives is sometimes not looked at. Sums of a counter have closed forms, which
// scalar evolution finds.
func summing(x *body, r *choice.Record) {
	trips := int64(drawTrips(x, r))
	factor := x.ConstantIn(r, span.Within(-100, 100))
	kind := r.Below(3)
	var place build.Value
	if kind == 1 && x.Mem != ir.NoValue && x.prog.Has(preset.Memory) {
		place = x.place(r, 4, false)
	}
	carried := build.Shape{Type: ir.Int, Span: span.Signed(48)}
	header, exitBlock := x.F.AddBlock(x.Region), x.F.AddBlock(x.Region)
	x.Br(header, x.WithToken(operands(x, []build.Value{x.Int64(0), x.intIn(r, span.Signed(40))})))
	mark, times := len(x.Pool), x.Times
	x.Times *= int(trips) + 1
	args := x.Open(header, []build.Shape{{Type: ir.Int, Span: span.Within(0, trips)}, carried})
	i, sum := args[0], args[1]
	body := x.F.AddBlock(x.Region)
	out := []build.Value{sum}
	if r.Below(3) == 0 {
		out = nil // nothing sees what the loop does
	}
	x.Brif(x.Compare(ir.LT, i, x.Int64(trips)), ir.Target{Block: body, Args: x.Token()}, ir.Target{Block: exitBlock, Args: x.WithToken(operands(x, out))})
	x.Open(body, nil)
	term := x.Binary(ir.OpMul, i, factor)
	if place.Obj != nil {
		loadAt(x, r, ir.Int, place, 4)
		term = x.Pool[len(x.Pool)-1]
	} else if kind == 2 {
		term = x.Binary(ir.OpAdd, term, x.intIn(r, span.Signed(20)))
	}
	more := x.Extend(ir.OpSExt, x.Binary(ir.OpAdd, sum, term), 48)
	next := x.Int(ir.OpAdd, ir.Attr{}, span.Within(1, trips), i, x.Int64(1))
	x.Br(header, x.WithToken(operands(x, []build.Value{next, more})))
	x.Truncate(mark)
	x.Times = times
	for _, v := range x.Open(exitBlock, []build.Shape{carried}[:len(out)]) {
		show(x, r, v)
	}
}

var chainOps = [...]ir.Op{ir.OpAdd, ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpMin, ir.OpMax}

// chain makes a tree of one operation, with constants among its leaves and one of them twice.
// Constants are spread, so that reassociation has something to fold.
func chain(x *body, r *choice.Record) {
	op, most := chainOps[r.Below(len(chainOps))], span.Signed(32)
	if op == ir.OpMul {
		most = span.Signed(8)
	}
	var leaves []build.Value
	for range 3 + r.Below(4) {
		if r.Below(3) == 0 {
			leaves = append(leaves, x.ConstantIn(r, most))
		} else {
			leaves = append(leaves, x.intIn(r, most))
		}
	}
	leaves = append(leaves, leaves[r.Below(len(leaves))])
	for len(leaves) > 1 {
		n := r.Below(len(leaves) - 1)
		leaves[n] = x.Binary(op, leaves[n], leaves[n+1])
		leaves = append(leaves[:n+1], leaves[n+2:]...)
	}
	show(x, r, leaves[0])
}

// boolChain does the same with truth values.
func boolChain(x *body, r *choice.Record) {
	op := [...]ir.Op{ir.OpBAnd, ir.OpBOr, ir.OpBXor}[r.Below(3)]
	v := x.anyBool(r)
	for range 2 + r.Below(3) {
		w := x.anyBool(r)
		v = x.Define(x.Emit(op, ir.Attr{}, nil, v, w), 0, build.Value{Flags: build.Flow(v, w)})
	}
	show(x, r, x.Int(ir.OpBoolToInt, ir.Attr{}, span.Within(0, 1), v))
}

// They have multipliers of every kind: powers of two, those that need an extra bit, and one.
var divisors = [...]int64{2, 3, 5, 7, 10, 16, 100, 255, 641, 1000, 65537, 1 << 31, 1, 6, 9}

// quotient divides a number of known width by a constant.
func quotient(x *body, r *choice.Record) {
	n, k := build.Sizes[r.Below(4)], divisors[r.Below(len(divisors))]
	from := x.usableInt(r)
	if r.Below(3) > 0 { // next to a multiple near the end, where a multiplier with a bit too few is wrong first
		c := num.Pow2(n)
		c = c.Div(num.New(k)).Sub(num.New(int64(r.Below(4)))).Mul(num.New(k))
		from = x.Big(c.Sub(num.New(int64(r.Below(2)))))
	}
	v := x.Extend(ir.OpZExt, from, n)
	x.F.SetAnnot(v.ID, ir.Unsigned(uint32(n)))
	i := x.Emit(ir.OpIConst, ir.Attr{Imm: k}, nil)
	d := build.Value{ID: x.F.Result(i, 0), Type: ir.Int, Span: span.Within(k, k)}
	op := build.Divisions[r.Below(len(build.Divisions))]
	show(x, r, x.Int(op, ir.Attr{}, build.Spans[op](v.Span, d.Span), v, d))
}

// lowBits computes something and then looks at its low bits only. Demanded-bits analyses shorten
// what comes before.
func lowBits(x *body, r *choice.Record) {
	n := build.Sizes[r.Below(4)]
	a, b := x.usableInt(r), x.intIn(r, span.Signed(40))
	switch r.Below(4) {
	case 0:
		a = x.Extend([...]ir.Op{ir.OpZExt, ir.OpSExt}[r.Below(2)], a, n+uint(r.Below(20)))
	case 1: // one bit too few, or just enough
		a = x.intIn(r, span.Signed(n))
		a = x.Extend([...]ir.Op{ir.OpZExt, ir.OpSExt}[r.Below(2)], a, n-uint(r.Below(2)))
	case 2:
		a = x.Binary(ir.OpAnd, a, x.Big((num.Pow2(n + uint(r.Below(8)))).Sub(num.New(1))))
	default:
		b = x.Big((num.Pow2(n + uint(r.Below(8)))).Add(num.New(int64(r.Byte()))))
	}
	op := [...]ir.Op{ir.OpAdd, ir.OpXor, ir.OpSub, ir.OpOr}[r.Below(4)]
	show(x, r, x.Extend([...]ir.Op{ir.OpZExt, ir.OpSExt}[r.Below(2)], bounded(x, r, op, a, b), n))
}

// tailCall calls the function itself at its end, if the fuel lasts, perhaps with memory of its own.
// It becomes a loop; memory of its own must not be shared between iterations then.
func tailCall(x *body, r *choice.Record) {
	if !x.self.fuel || cannotRecurse(x) || x.Mem == ir.NoValue {
		arithmetic(x, r)
		return
	}
	x.recursed = true
	fuel := x.Pool[0]
	for n, s := range x.self.params {
		if s.Param {
			loadAt(x, r, ir.Int, x.Pool[n], 4)
			show(x, r, x.Pool[len(x.Pool)-1])
		}
	}
	c := x.Compare(ir.GT, fuel, x.Int64(0))
	again, next := x.F.AddBlock(x.Region), x.F.AddBlock(x.Region)
	x.Brif(c, ir.Target{Block: again, Args: x.Token()}, ir.Target{Block: next, Args: x.Token()})
	mem, mark := x.Mem, len(x.Pool)
	x.Open(again, nil)
	args := []build.Value{x.Int(ir.OpSub, ir.Attr{}, span.Within(0, 3), fuel, x.Int64(1))}
	for _, s := range x.self.params[1:] {
		if s.Param && s.Annot == ir.NoAnnot && r.Below(3) == 0 {
			args = append(args, x.NewSlot(r, build.ParamBytes, build.BytesOnly).Base)
			continue
		}
		args = append(args, x.satisfy(r, s))
	}
	var fixed []ir.Operand
	for _, v := range called(x, x.self, target(x, r, x.self, false), args) {
		fixed = append(fixed, ir.Operand{Value: v.ID})
	}
	x.Count()
	x.At.Inst(ir.OpRet, ir.Attr{}, x.WithToken(fixed), nil, nil, ir.Synthetic)
	x.Truncate(mark)
	x.Mem = mem
	x.Open(next, nil)
}

// twoSlots writes two variables, or twice to one, and reads one. Store forwarding must see which of
// both a load reads.
func twoSlots(x *body, r *choice.Record) {
	a := x.NewSlot(r, 8, build.BytesOnly)
	b := x.NewSlot(r, int64(8*(1+r.Below(2))), build.BytesOnly)
	for n := range 2 + r.Below(2) {
		p, off := a.Base, int64(0)
		if n%2 == 1 {
			p = b.Base
			off = int64(r.Below(int(b.Size - 7)))
		}
		if off > 0 {
			p = x.Pointer(p, x.Int64(off))
		}
		storeAt(x, r, x.intIn(r, span.Unsigned(32)), p, 1<<r.Below(4))
	}
	for _, o := range []*build.Object{a, b} {
		loadAt(x, r, ir.Int, o.Base, 1<<r.Below(4))
		show(x, r, x.Pool[len(x.Pool)-1])
	}
}

// stores writes one byte again and again next to each other, here and there with a hole or one
// over another, and reads around the holes. Runs of one value become memset where there is no hole.
func stores(x *body, r *choice.Record) {
	size := int64(1) << r.Below(4)
	count := min(4+int64(r.Below(10)), 40/size)
	o := x.NewSlot(r, 2*size*count+8, build.BytesOnly)
	k := x.Int64([...]int64{0, -1, 0x5555555555555555, 0x0707070707070707}[r.Below(4)])
	at := int64(r.Below(8))
	holes := []int64{at}
	for range count {
		storeAt(x, r, k, x.Pointer(o.Base, x.Int64(at)), int(size))
		if at += size; r.Below(6) == 5 {
			holes = append(holes, at)
			at++
		} else if r.Below(8) == 7 {
			at--
		}
	}
	loadAt(x, r, ir.Int, x.Pointer(o.Base, x.Int64(max(0, holes[r.Below(len(holes))]-1))), 2)
	show(x, r, x.Pool[len(x.Pool)-1])
	loadAt(x, r, ir.Int, x.Pointer(o.Base, x.Int64(at-1)), 2)
	show(x, r, x.Pool[len(x.Pool)-1])
}

// relaxed makes a tree of float operations that may be reordered and fused, on small integers, which are
// exact in any order. Leaves are small enough that no rounding happens, so every order gives the
// same bits.
func relaxed(x *body, r *choice.Record) {
	t := [...]ir.Type{ir.F64, ir.F32}[r.Below(2)]
	flags := [...]ir.FPFlags{ir.Reassoc | ir.Contract, ir.Reassoc, ir.Contract}[r.Below(3)]
	type leaf struct {
		v    build.Value
		most int // its magnitude
	}
	var leaves []leaf
	for range 3 + r.Below(4) {
		if r.Below(3) > 0 {
			k := float64(1+r.Below(9)) * float64(1-2*r.Below(2))
			i := x.Emit(ir.OpFConst, ir.Attr{N: uint32(t), Imm: int64(build.Encoded(t, k))}, nil)
			leaves = append(leaves, leaf{build.Value{ID: x.F.Result(i, 0), Type: t}, 9})
			continue
		}
		v := x.intIn(r, span.Within(1, 8))
		i := x.Emit(ir.OpSIToFP, ir.Attr{}, []ir.Type{t}, v)
		leaves = append(leaves, leaf{build.Value{ID: x.F.Result(i, 0), Type: t, Flags: v.Flags}, 8})
	}
	leaves = append(leaves, leaves[r.Below(len(leaves))])
	product := r.Below(3) == 0
	for len(leaves) > 1 {
		n := r.Below(len(leaves) - 1)
		a, b := leaves[n], leaves[n+1]
		op, most := [...]ir.Op{ir.OpFAdd, ir.OpFAdd, ir.OpFSub}[r.Below(3)], a.most+b.most
		if (product || r.Below(3) == 0) && a.most*b.most < 1000 {
			op, most = ir.OpFMul, a.most*b.most
		}
		i := x.Emit(op, ir.Attr{Flags: flags}, nil, a.v, b.v)
		leaves[n] = leaf{build.Value{ID: x.F.Result(i, 0), Type: t, Flags: build.Flow(a.v, b.v)}, most}
		leaves = append(leaves[:n+1], leaves[n+2:]...)
	}
	v := leaves[0].v
	show(x, r, x.Int(ir.OpFPToSI, ir.Attr{N: 32, Sat: true}, span.Signed(32), v))
}

// twice makes an operation twice, once with a claim that it may violate and that nothing looks at, in one
// of both orders. Merging both must not make the one without the claim poison.
func twice(x *body, r *choice.Record) {
	op := arithmeticOps[r.Below(8)]
	a, b := x.intIn(r, span.Signed(16)), x.intIn(r, span.Signed(12))
	s := build.Spans[op](a.Span, b.Span)
	again := func(claimed bool) build.Value {
		i := x.Emit(op, ir.Attr{}, nil, a, b)
		v := build.Value{ID: x.F.Result(i, 0), Type: ir.Int, Span: s, Flags: build.Flow(a, b)}
		if claimed && s.BitLen() > 2 && x.prog.Has(preset.Claims) {
			x.F.SetAnnot(v.ID, ir.Unsigned(uint32(s.BitLen()-2)))
			v.Flags |= build.Tainted
		}
		return x.Push(v)
	}
	first := again(r.Below(4) > 0)
	second := again(first.Flags&build.Tainted == 0)
	for _, v := range []build.Value{first, second} {
		if x.usable(&v) && x.Mem != ir.NoValue {
			printInt(x, r, v)
		}
	}
}

// running makes a loop that tests at its end and in each iteration changes a variable in memory.
// The variable becomes a block argument; its last value must be the one that is read behind.
func running(x *body, r *choice.Record) {
	trips := int64(drawTrips(x, r))
	o := x.NewSlot(r, 8, build.BytesOnly)
	header, exitBlock := x.F.AddBlock(x.Region), x.F.AddBlock(x.Region)
	x.Br(header, x.WithToken(operands(x, []build.Value{x.Int64(0)})))
	mark, times := len(x.Pool), x.Times
	x.Times *= int(trips) + 1
	i := x.Open(header, []build.Shape{{Type: ir.Int, Span: span.Within(0, trips)}})[0]
	loadAt(x, r, ir.Int, o.Base, 4)
	now := x.Pool[len(x.Pool)-1]
	more := x.Binary(ir.OpAdd, now, x.Int64(1+int64(r.Below(9))))
	storeAt(x, r, more, o.Base, 4)
	next := x.Int(ir.OpAdd, ir.Attr{}, span.Within(1, trips+1), i, x.Int64(1))
	x.Brif(x.Compare(ir.LT, next, x.Int64(trips)), ir.Target{Block: header, Args: x.WithToken(operands(x, []build.Value{next}))}, ir.Target{Block: exitBlock, Args: x.Token()})
	x.Truncate(mark)
	x.Times = times
	x.Open(exitBlock, nil)
	loadAt(x, r, ir.Int, o.Base, 4)
	show(x, r, x.Pool[len(x.Pool)-1])
}
