package codegen

import (
	"math"

	"github.com/tuffy-ir/tuffy/fuzz/gen/build"
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/fuzz/gen/span"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// pattern is something that code generation finds hard.
type pattern struct {
	name string
	// The maker fills c and leaves it in a block that can return, with at least one result.
	make func(c *caseMaker)
}

// patterns are the kinds of cases; the first is what zero bytes choose.
// Choices are by index, so a new kind goes to the end.
var patterns = []pattern{
	{"limbs", limbs},
	{"division", division},
	{"saturation", saturation},
	{"minima", minima},
	{"stackArguments", stackArguments},
	{"liveFloats", liveFloats},
	{"update", update},
	{"reordered", reordered},
	{"indexed", indexed},
	{"comparisons", comparisons},
	{"shifts", shifts},
	{"zeros", zeros},
	{"jumps", jumps},
	{"overlap", overlap},
	{"nestedSlots", nestedSlots},
	{"highBits", highBits},
	{"masked", masked},
}

// encodedInt is a small integer as a float of the format.
func encodedInt(t ir.Type, n int) uint64 { return build.Encoded(t, float64(n)) }

// limbs computes with ints of two to five limbs whose carries and signs go all the way.
// The result of three limbs and more is read back by shifts, each limb as its own result, so a carry that
// is lost in the middle shows.
func limbs(c *caseMaker) {
	kind, n := c.r.Below(9), 2+c.r.Below(4)
	// Long division is expanded to a loop over the bits of the numerator. Two limbs bound what it executes.
	if kind == 8 { // a loop over the bits
		n = 2
	}
	signed := c.flip()
	x := wide(c, n, signed)
	y := wide(c, n, signed)
	// The limbs of y are the parameters behind those of x; each may be the same or the complement of its
	// partner, so that comparisons and borrows run through equal limbs.
	for k := range n {
		c.args[n+k].twin = k + 1
	}
	switch kind {
	case 0, 1:
		x = c.op(ir.OpAdd, x, y)
	case 2, 3:
		x = c.op(ir.OpSub, x, y)
	case 4:
		x = c.op([...]ir.Op{ir.OpMin, ir.OpMax, ir.OpAnd, ir.OpXor}[c.r.Below(4)], x, y)
	case 5:
		// The amount has 6 or 7 bits: shifts within a limb and across limbs.
		x = c.op([...]ir.Op{ir.OpShr, ir.OpShl}[c.r.Below(2)], x, c.int(6+uint(c.r.Below(2)), false))
	case 6:
		x = c.op(ir.OpMul, x, c.int(64, c.flip()))
	case 8:
		// The divisor is guarded by a select, since division by zero would be undefined.
		zero := c.b.Compare(ir.EQ, y, c.int64(0), ir.Synthetic)
		y = c.b.Select(zero, c.int64(1), y, ir.Synthetic)
		x = c.op(build.Divisions[c.r.Below(len(build.Divisions))], x, y)
	default:
		less := c.b.Compare(ir.Pred(c.r.Below(6)), x, y, ir.Synthetic)
		x = c.b.Select(less, x, c.op(ir.OpSub, c.int64(0), y), ir.Synthetic)
	}
	for k := range n {
		c.low(c.op(ir.OpShr, x, c.int64(int64(64*k))))
	}
}

// wide is a number of n limbs, each of them a parameter.
// Or and add of disjoint limbs are the same number; the two are legalized in different ways, add with a
// carry that never happens.
func wide(c *caseMaker, n int, signed bool) ir.Value {
	x := c.int(64, signed)
	for range n - 1 {
		x = c.op([...]ir.Op{ir.OpOr, ir.OpAdd}[c.r.Below(2)], c.op(ir.OpShl, x, c.int64(64)), c.int(64, false))
	}
	return x
}

// division divides ints of all signs and widths, by variables and by constants.
func division(c *caseMaker) {
	op := build.Divisions[c.r.Below(len(build.Divisions))]
	n := c.width()
	x := c.int(n, c.r.Below(4) > 0)
	var y ir.Value
	if c.r.Below(3) == 0 {
		// Powers of two, divisors that need a multiplier with an extra bit, 1, -1, and the least int, whose
		// negation does not fit.
		d := [...]int64{3, -1, -3, 7, 10, 8, -8, 1, -7, 1 << 30, 641, math.MinInt64}[c.r.Below(12)]
		y = c.int64(d)
	} else {
		y = c.int(n, c.r.Below(4) > 0)
		// A variable divisor may be zero in main's arguments, which lie around 0.
		zero := c.b.Compare(ir.EQ, y, c.int64(0), ir.Synthetic)
		y = c.b.Select(zero, c.int64(1+int64(c.r.Below(9))), y, ir.Synthetic)
	}
	c.low(c.op(op, x, y))
	// The second operation on the same operands lets quotient and remainder share one instruction.
	if c.flip() {
		c.low(c.op(build.Divisions[c.r.Below(len(build.Divisions))], x, y))
	}
}

// saturation converts floats of all classes to ints.
// Saturation defines what a NaN, an infinity and a value out of range give, so every float may be passed.
func saturation(c *caseMaker) {
	x := c.float(build.FloatTypes[c.r.Below(len(build.FloatTypes))], false)
	for range 1 + c.r.Below(3) {
		op := [...]ir.Op{ir.OpFPToSI, ir.OpFPToUI}[c.r.Below(2)]
		n := build.Sizes[c.r.Below(len(build.Sizes))]
		v := c.f.Result(c.b.Op(op, ir.Attr{N: uint32(n), Sat: true}, ir.Synthetic, nil, x), 0)
		c.low(v)
	}
}

// minima takes the lesser and the greater of floats, zeros of both signs above all.
// The machine's minimum treats zeros and NaNs by the order of its operands; the results here are fixed by
// the semantics.
func minima(c *caseMaker) {
	t := build.FloatTypes[c.r.Below(len(build.FloatTypes))]
	x, y := c.float(t, false), c.float(t, false)
	c.bits(c.op([...]ir.Op{ir.OpFMinNum, ir.OpFMaxNum}[c.r.Below(2)], x, y))
	switch c.r.Below(4) {
	case 0:
		c.bits(c.op([...]ir.Op{ir.OpFAdd, ir.OpFSub, ir.OpFMul, ir.OpFDiv}[c.r.Below(4)], x, y))
	case 1:
		c.bits(c.b.Select(floatCompare(c, x, y), x, y, ir.Synthetic))
	case 2:
		c.low(c.b.Unary(ir.OpBoolToInt, floatCompare(c, x, y), ir.Synthetic))
	}
}

func floatCompare(c *caseMaker, x, y ir.Value) ir.Value {
	p := ir.FFalse + ir.Pred(c.r.Below(int(ir.FTrue-ir.FFalse)+1))
	return c.b.Compare(p, x, y, ir.Synthetic)
}

// stackArguments calls functions with different numbers of arguments on the stack; values live
// across the calls, and a slot lies above the arguments.
func stackArguments(c *caseMaker) {
	r := c.r
	var callees []*caseMaker
	for range 2 + r.Below(2) {
		callees = append(callees, sum(c, r, 2+r.Below(14), r.Below(3)))
	}
	// The slot's three words are written from values that live on.
	slot := c.b.StackSlot(24, 8, ir.Synthetic)
	var live []ir.Value
	for range 3 + r.Below(6) {
		live = append(live, c.int(64, false))
	}
	for k := range 3 {
		c.store(8, live[k%len(live)], c.offset(slot, int64(8*k)))
	}
	// A byte at an index that is not known keeps the slot in memory.
	if c.flip() { // the slot is not only a value
		c.store(1, live[0], c.op(ir.OpPtrAdd, slot, c.index(23)))
	}
	for range 2 + r.Below(3) {
		to := callees[r.Below(len(callees))]
		var args []ir.Value
		for n, p := range to.f.Params {
			if p.Type == ir.Int {
				args = append(args, live[(n+r.Below(2))%len(live)])
			} else {
				// A float argument is a small integer, which the callee converts back without rounding.
				args = append(args, c.b.FConst(ir.F64, build.Encoded(ir.F64, float64(n)), ir.Synthetic))
			}
		}
		live[r.Below(len(live))] = c.call(to, args...)[0]
	}
	sum := c.load(8, c.offset(slot, int64(8*r.Below(3))))
	// Every value that was live across the calls is used afterwards, with another factor each, so a
	// clobbered register shows whichever it was.
	for k, v := range live {
		sum = c.op(ir.OpXor, sum, c.op(ir.OpMul, v, c.int64(int64(2*k+3))))
	}
	c.low(sum)
	c.low(c.load(8, slot))
}

// sum is a function that adds n ints of 64 bits, each times another number, and floats.
// The name has the number of functions in it, so it is new in the module. It draws from the same record as
// the case that calls it, since no other belongs to it.
func sum(c *caseMaker, r *choice.Record, n, floats int) *caseMaker {
	s := newCase(c.g, c.f.Name+"_"+string(rune('a'+len(c.g.M.Funcs))), r)
	total := s.int64(int64(r.Byte()))
	for k := range n {
		total = s.op(ir.OpAdd, total, s.op(ir.OpMul, s.int(64, false), s.int64(int64(2*k+1))))
	}
	for range floats * 5 {
		// 5 or 10 floats: with 10 some pass on the stack, as 8 registers take float arguments.
		v := s.float(ir.F64, true)
		i := s.f.Result(s.b.Op(ir.OpFPToSI, ir.Attr{N: 32, Sat: true}, ir.Synthetic, nil, v), 0)
		total = s.op(ir.OpAdd, total, i)
	}
	s.result(s.extend(ir.OpZExt, total, 64), false)
	s.finish()
	return s
}

// liveFloats keeps more floats than there are registers for arguments across a call of a function
// that needs as many itself.
func liveFloats(c *caseMaker) {
	t := build.FloatTypes[c.r.Below(2)]
	callee := newCase(c.g, c.f.Name+"_f", c.r)
	products(callee, t, nil)
	callee.finish()
	products(c, t, callee)
}

// products multiplies every pair of some floats, before it adds them up; in between it calls.
// There are n(n+1)/2 products of n floats, 6 to 15, all alive until the sum. Without a callee nothing
// happens in between, which is what the callee itself is.
func products(c *caseMaker, t ir.Type, callee *caseMaker) {
	var in, all []ir.Value
	for range 3 + c.r.Below(3) {
		in = append(in, c.float(t, true))
	}
	for k, x := range in {
		for _, y := range in[:k+1] {
			all = append(all, c.op(ir.OpFMul, x, y))
		}
	}
	if callee != nil {
		var args []ir.Value
		for n := range callee.f.Params {
			args = append(args, in[n%len(in)])
		}
		for _, v := range c.call(callee, args...) {
			c.result(v, false)
		}
	}
	sum := all[0]
	for k, v := range all[1:] {
		// Small integers and factors up to 3 keep every sum exact, so the order of additions does not
		// matter.
		sum = c.op(ir.OpFAdd, sum, c.op(ir.OpFMul, v, c.b.FConst(t, encodedInt(t, k%3+1), ir.Synthetic)))
	}
	c.bits(sum)
}

// Widths of accesses in bytes; the widest comes first, as zero bytes choose it.
var accessSizes = [...]uint32{8, 4, 2, 1}

// update computes with memory and stores to the same place, with the memory on either side.
// Only with the memory on the left may a load, a subtraction and a store become one instruction; a backend
// that takes the other side for the same gives the negated difference.
func update(c *caseMaker) {
	p, y := c.pointer(), c.int(64, c.flip())
	for k := range 1 + c.r.Below(3) {
		n := accessSizes[c.r.Below(4)]
		at := p
		if k > 0 {
			at = c.offset(p, int64(8*k))
		}
		op := [...]ir.Op{ir.OpSub, ir.OpAdd, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpSub}[c.r.Below(6)]
		v := y
		if c.r.Below(4) == 0 {
			v = c.int64(int64(int8(c.r.Byte())))
		}
		x := c.load(n, at)
		// Subtraction is twice in the list above, because it alone tells the sides apart.
		if c.flip() {
			x, v = v, x
		}
		c.store(n, c.op(op, x, v), at)
	}
	c.low(c.load(8, p))
}

// reordered reads memory, then writes there, and only then uses what was read, once.
// A selector that folds the load into its use would read the new value; so the store between must keep them
// apart.
func reordered(c *caseMaker) {
	p, y := c.pointer(), c.int(64, false)
	at := c.offset(p, int64(8*c.r.Below(4)))
	n := accessSizes[c.r.Below(4)]
	was := c.load(n, at)
	switch c.r.Below(5) {
	case 0, 1:
		c.store(accessSizes[c.r.Below(4)], y, at)
	case 2:
		c.effect(ir.OpMemSet, ir.Attr{}, at, y, c.int64(int64(1+c.r.Below(16))))
	case 3:
		// The read-modify-write is at another place of the same object; it orders, and does not overwrite,
		// what was read unless the offset is 16.
		i := c.effect(ir.OpRMW, ir.Attr{N: 8, RMW: build.RMWOps[c.r.Below(len(build.RMWOps))], Order: ir.SeqCst}, c.offset(p, 16), y)
		if c.flip() {
			c.low(c.f.Result(i, 1))
		}
	default:
		c.store(8, y, c.op(ir.OpPtrAdd, p, c.index(32)))
	}
	switch c.r.Below(4) {
	case 0:
		less := c.b.Compare(ir.Pred(c.r.Below(6)), was, y, ir.Synthetic)
		c.low(c.b.Select(less, y, c.int64(3), ir.Synthetic))
	case 1:
		c.low(c.op(ir.OpAnd, y, was))
	case 2:
		c.low(c.op(ir.OpSub, y, was))
	default:
		c.low(c.op(ir.OpAdd, was, y))
	}
	c.low(c.load(8, at))
}

// indexed reads and writes base + (index + constant) * scale + displacement, some displacements
// longer than instructions have room for.
func indexed(c *caseMaker) {
	p := c.pointer()
	for range 1 + c.r.Below(3) {
		n := accessSizes[c.r.Below(4)]
		// Scale and shift are drawn apart, so factors that an address can hold (1, 2, 4, 8) come both as
		// multiplications and as shifts.
		scale := int64(1) << c.r.Below(4)
		by := int64(c.r.Below(7)) - 3
		index := c.op(ir.OpAdd, c.index(3), c.int64(by))
		if c.flip() {
			index = c.op(ir.OpMul, index, c.int64(scale))
		} else {
			index = c.op(ir.OpShl, index, c.int64(int64(c.r.Below(4))))
		}
		to, far := p, int64(0)
		if c.r.Below(4) == 0 {
			// The far part is added and taken away again. It may not be folded into the displacement of an
			// instruction, whose field is 32 bits and signed.
			far = [...]int64{1<<31 - 8, 1 << 31, 1 << 32, 1 << 40, 127}[c.r.Below(5)] // what leaves the addresses downwards is poison
			to = c.offset(to, far)
		}
		// 64 bytes are more than the least index times the greatest scale goes down, and less than what the
		// buffer has left upwards.
		to = c.offset(c.op(ir.OpPtrAdd, to, index), 64-far)
		if c.flip() {
			c.low(c.load(n, to))
		} else {
			c.store(n, c.int(64, false), to)
			c.low(c.load(8, c.offset(p, int64(8*c.r.Below(15)))))
		}
	}
}

// comparisons compares variables with constants and variables, on either side, for a branch and for a value.
// Constants at the end of the range have encodings of their own, such as sign-extended immediates.
func comparisons(c *caseMaker) {
	n := c.width()
	signed := c.flip()
	x := c.int(n, signed)
	for range 1 + c.r.Below(3) {
		var y ir.Value
		s := span.Unsigned(n)
		if signed {
			s = span.Signed(n)
		}
		switch c.r.Below(4) {
		case 0:
			// One below the greatest: the constant that rewriting < into <= moves to the end of the range.
			y = c.b.IConst(s.Hi.Sub(num.New(1)), ir.Synthetic)
		case 1:
			y = c.int(n, c.flip())
		default:
			y = c.int64(int64(c.r.Below(6)) - 2)
		}
		a, b := x, y
		if c.flip() {
			a, b = y, x
		}
		t := c.b.Compare(ir.Pred(c.r.Below(6)), a, b, ir.Synthetic)
		// Three ways to use a truth value: as an int, by a select, by a branch.
		switch c.r.Below(3) {
		case 0:
			c.low(c.b.Unary(ir.OpBoolToInt, t, ir.Synthetic))
		case 1:
			c.low(c.b.Select(t, x, y, ir.Synthetic))
		default:
			c.low(branch(c, t, c.int64(5), x))
		}
	}
}

// branch chooses one of two ints by a branch.
// It leaves c in the block where both ways meet. The claim of 66 bits holds for any int that a case has by
// then, signed or not.
func branch(c *caseMaker, t ir.Value, x, y ir.Value) ir.Value {
	yes, no, next := c.f.AddBlock(c.region), c.f.AddBlock(c.region), c.f.AddBlock(c.region)
	c.b.BrIf(t, ir.Goto(yes, c.mem), ir.Goto(no, c.mem), ir.Synthetic)
	c.open(yes)
	c.b.Br(ir.Goto(next, x, c.mem), ir.Synthetic)
	c.open(no)
	c.b.Br(ir.Goto(next, y, c.mem), ir.Synthetic)
	v := c.f.AddArg(next, ir.Int, ir.Signed(66))
	c.open(next)
	return v
}

// shifts shifts and rotates by variables, up to one bit less than the width and beyond.
// What the machine does with counts beyond the width is not what the semantics says, so a missing test on
// the count shows.
func shifts(c *caseMaker) {
	n := c.width()
	x := c.int(n, c.r.Below(3) > 0)
	// The amount has as many bits as width-1 needs; for a width that is no power of two it may exceed the
	// width.
	amount := c.int(uint(num.FromUint64(uint64(n)-1).BitLen()), false)
	if c.flip() {
		amount = c.index(int64(n) - 1)
	}
	switch c.r.Below(5) {
	case 0, 1:
		c.low(c.op(ir.OpShr, x, amount))
	case 2:
		c.low(c.op(ir.OpShl, x, amount))
	case 3:
		c.low(c.extend(ir.OpSExt, c.op(ir.OpShl, x, amount), n))
	default:
		op := [...]ir.Op{ir.OpRotateLeft, ir.OpRotateRight}[c.r.Below(2)]
		c.low(c.f.Result(c.b.Sized(op, uint32(n), ir.Synthetic, x, amount), 0))
	}
}

// zeros chooses between variables and 0, which needs a register that a move of 0 fills, by
// comparisons of more values than there are registers.
// The move of 0 by xor changes the flags, so it must not stand between a comparison and what reads it.
func zeros(c *caseMaker) {
	var in []ir.Value
	n := [...]uint{64, 32}[c.r.Below(2)]
	// Up to 17 values live at once, which is more than there are general registers.
	for range 2 + c.r.Below(16) {
		in = append(in, c.int(n, false))
	}
	pick := func() ir.Value { return in[c.r.Below(len(in))] }
	var out []ir.Value
	zero := c.int64(0)
	for range 2 + c.r.Below(10) {
		t := c.b.Compare(ir.Pred(c.r.Below(6)), pick(), pick(), ir.Synthetic)
		x, y := pick(), zero
		switch c.r.Below(4) {
		case 0:
			x, y = y, x
		case 1:
			x = c.int64(int64(c.r.Below(3)))
		case 2:
			out = append(out, branch(c, t, c.int64(0), x))
			continue
		}
		out = append(out, c.b.Select(t, x, y, ir.Synthetic))
		if c.flip() { // the flags serve twice
			out = append(out, c.b.Select(t, zero, pick(), ir.Synthetic))
		}
	}
	sum := zero
	// In goes after out, so every parameter is alive until the end.
	for k, v := range append(out, in...) {
		sum = c.op(ir.OpXor, sum, c.op(ir.OpMul, v, c.int64(int64(2*k+1))))
	}
	c.low(sum)
}

// jumps jumps over, and back to the start of, about as many bytes as a short jump reaches.
// Short jumps reach from -128 to 127 bytes. A chain is near that limit, so an error of some bytes in sizing
// shows.
func jumps(c *caseMaker) {
	x := c.int(32, false)
	for range 1 + c.r.Below(4) {
		if c.r.Below(3) == 0 {
			x = longLoop(c, x)
			continue
		}
		t := c.b.Compare(ir.Pred(c.r.Below(6)), c.int(32, false), x, ir.Synthetic)
		yes, next := c.f.AddBlock(c.region), c.f.AddBlock(c.region)
		c.b.BrIf(t, ir.Goto(yes, c.mem), ir.Goto(next, x, c.mem), ir.Synthetic)
		c.open(yes)
		v := chain(c, x)
		c.b.Br(ir.Goto(next, v, c.mem), ir.Synthetic)
		x = c.f.AddArg(next, ir.Int, ir.Unsigned(32))
		c.open(next)
	}
	c.low(x)
}

// longLoop runs some iterations of a chain.
func longLoop(c *caseMaker, x ir.Value) ir.Value {
	header, out := c.f.AddBlock(c.region), c.f.AddBlock(c.region)
	// The count is a parameter and at most 5: not known to a pass, and an end to the loop.
	c.b.Br(ir.Goto(header, x, c.index(5), c.mem), ir.Synthetic)
	y, left := c.f.AddArg(header, ir.Int, ir.Unsigned(32)), c.f.AddArg(header, ir.Int, ir.Unsigned(3))
	c.open(header)
	y = chain(c, y)
	t := c.b.Compare(ir.LE, left, c.int64(0), ir.Synthetic)
	// The maximum with 0 keeps the claim of 3 bits true also in the iteration that leaves.
	less := c.op(ir.OpMax, c.op(ir.OpSub, left, c.int64(1)), c.int64(0))
	c.b.BrIf(t, ir.Goto(out, y, c.mem), ir.Goto(header, y, less, c.mem), ir.Synthetic)
	x = c.f.AddArg(out, ir.Int, ir.Unsigned(32))
	c.open(out)
	return x
}

// chain is a computation of 32 bits in about 128 bytes.
// Its length is drawn around the reach of a short jump. A factor beyond a byte takes 3 bytes more, and n
// counts that.
func chain(c *caseMaker, x ir.Value) ir.Value {
	for n := 100 + c.r.Below(64); n > 0; {
		k := int64(3 + 2*c.r.Below(60))
		if c.flip() {
			k = k<<8 | 1
			n -= 3
		}
		x = c.extend(ir.OpZExt, c.op(ir.OpMul, x, c.int64(k)), 32)
		x = c.op(ir.OpXor, x, c.int64(k>>1))
		n -= 8
	}
	return x
}

// overlap moves bytes up and down by less than their number, by amounts known and not.
// An index of at most 24 and a length below 136 stay within [bufferBytes].
func overlap(c *caseMaker) {
	p := c.pointer()
	from, to := c.op(ir.OpPtrAdd, p, c.index(24)), c.op(ir.OpPtrAdd, p, c.index(24))
	n := c.index(100)
	if c.r.Below(3) == 0 {
		n = c.int64(int64(c.r.Below(136)))
	}
	if c.r.Below(3) == 0 {
		to = c.offset(from, int64(c.r.Below(5)))
	}
	switch c.r.Below(6) {
	case 0:
		c.effect(ir.OpMemSet, ir.Attr{}, to, c.int(64, true), n)
	// Only moves may overlap by the semantics; the copy goes through a slot of its own, so nothing of it is
	// undefined.
	case 1:
		local := c.b.StackSlot(bufferBytes, 8, ir.Synthetic)
		c.effect(ir.OpMemCpy, ir.Attr{}, local, p, c.int64(bufferBytes))
		c.effect(ir.OpMemCpy, ir.Attr{}, to, local, n)
	default:
		c.effect(ir.OpMemMove, ir.Attr{}, to, from, n)
	}
	c.low(c.load(8, c.op(ir.OpPtrAdd, p, c.index(150))))
}

// nestedSlots has slots in regions around each other, all in use at the same time.
// A slot ends with its region, so those of regions that nest must not share memory, and ones next to each
// other may.
func nestedSlots(c *caseMaker) {
	var slots []ir.Value
	outer := c.region
	depth := 2 + c.r.Below(3)
	var exits []ir.Block
	for n := range depth {
		if n > 0 {
			// A loop region without a jump back runs once; its slots are those of the one iteration.
			kind := [...]ir.RegionKind{ir.PlainRegion, ir.LoopRegion}[c.r.Below(2)]
			exit := c.f.AddBlock(c.region)
			exits = append(exits, exit)
			c.region = c.f.AddRegion(c.region, kind)
			entry := c.f.AddBlock(c.region)
			c.b.Br(ir.Goto(entry, c.mem), ir.Synthetic)
			c.open(entry)
		}
		s := c.b.StackSlot(int64(8*(1+c.r.Below(4))), 8, ir.Synthetic)
		c.store(8, c.int(64, false), s)
		if c.flip() {
			c.store(1, c.int(8, false), c.op(ir.OpPtrAdd, s, c.index(7)))
		}
		slots = append(slots, s)
	}
	// Every slot is read while the innermost region is open, before any of them ends.
	for k := range slots {
		c.low(c.load(8, slots[k]))
	}
	// Regions are left from the inside out, one exit block at a time.
	for n := len(exits) - 1; n >= 0; n-- {
		c.b.Br(ir.Goto(exits[n], c.mem), ir.Synthetic)
		c.open(exits[n])
	}
	c.region = outer
	c.low(c.load(8, slots[0]))
}

// masked loads, stores and chooses lanes by masks whose bytes are any numbers.
// A lane counts if its mask byte is not 0. The masks are read from memory, so values other than 0 and 1 are
// among them, and code that tests one bit only is wrong.
func masked(c *caseMaker) {
	p, t := c.pointer(), build.Vectors[c.r.Below(3)]
	l := build.Lane(c.r, t, build.IntLanes)
	m, _ := l.MaskOf(t)
	lanes, _ := m.Size(1)
	size, _ := t.Size(1)
	for k := range int64(lanes) {
		// Zero bytes would be rare among the buffer's, so a third of the lanes is switched off here.
		if c.r.Below(3) == 0 {
			c.store(1, c.int64(0), c.offset(p, k))
		}
	}
	c.store(1, c.int(8, false), c.op(ir.OpPtrAdd, p, c.index(int64(lanes)-1)))
	// Mask, vector, other vector and result have places of their own in the buffer: 0, 32, 64 and 96.
	vector := func(at int64, t ir.Type, size uint64) ir.Value {
		return c.b.Load(uint32(size), c.offset(p, at), c.mem, t, ir.Synthetic)
	}
	mask, v := vector(0, m, lanes), vector(32, t, size)
	a, to := ir.Attr{Lane: l}, c.offset(p, 96)
	switch c.r.Below(4) {
	case 0:
		v = c.f.Result(c.b.Op(ir.OpVecLoad, a, ir.Synthetic, []ir.Type{t}, c.offset(p, 64), mask, c.mem), 0)
		c.store(uint32(size), v, to)
	case 1:
		c.effect(ir.OpVecStore, a, v, to, mask)
	case 2:
		v = c.f.Result(c.b.Op(ir.OpVecSelect, a, ir.Synthetic, nil, mask, v, vector(64, t, size)), 0)
		c.store(uint32(size), v, to)
	default:
		op := [...]ir.Op{ir.OpVecReduceAdd, ir.OpVecReduceOr, ir.OpVecReduceXor}[c.r.Below(3)]
		c.low(c.f.Result(c.b.Op(op, a, ir.Synthetic, nil, v, mask), 0))
	}
	c.low(c.load(8, to))
}

// highBits asks for some bits of what is longer than they are.
// Products and shifted sums are longer than a register; a backend that computes low limbs only loses what
// the shift brings down.
func highBits(c *caseMaker) {
	x, y := c.int(64, c.flip()), c.int(64, c.flip())
	v := c.op([...]ir.Op{ir.OpMul, ir.OpMul, ir.OpAdd, ir.OpSub}[c.r.Below(4)], x, y)
	if c.flip() {
		v = c.op(ir.OpAdd, v, c.op(ir.OpShl, c.int(64, false), c.int64(int64(c.r.Below(70)))))
	}
	v = c.op(ir.OpShr, v, c.int64(int64(c.r.Below(70))))
	if c.flip() {
		v = c.op([...]ir.Op{ir.OpAdd, ir.OpXor, ir.OpSub}[c.r.Below(3)], v, y)
	}
	n := [...]uint{64, 32, 8, 17, 63}[c.r.Below(5)]
	c.low(c.extend([...]ir.Op{ir.OpZExt, ir.OpSExt}[c.r.Below(2)], v, n))
}
