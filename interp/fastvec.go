package interp

import (
	"math"
	"math/bits"

	"github.com/tuffy-ir/tuffy/interp/ieee754"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// Vector operations on words. All lanes are Bits and none of them becomes poison: whatever else comes leaves for the
// reference evaluator, with no slot written.

// vecInst is a vector instruction: its operands in their order, and the lanes.
type vecInst struct {
	op     ir.Op
	eval   vecEval
	kind   ir.LaneKind
	bits   uint
	n      int // lanes
	size   uint64
	args   []vecArg
	mask   int // the operand that is the mask, -1 if there is none
	words  int32
	format ieee754.Format
	pred   ir.Pred
	holds  uint8 // of a comparison, the outcomes with which it holds: bit 0 less, 1 equal, 2 greater, 3 unordered
	align  uint64
	word   wordEval // of vecByWords
	lanes  vecEval  // what decides where word refuses
}

// vecArg is an operand. A vector that is not boxed has the tag.
type vecArg struct {
	slot     int32
	tag      uint32
	unsigned bool // of an int: a word of class U
}

// vecEval computes the words of the result, and is false where the reference evaluator must.
type vecEval func(x *vecInst, s []slot, r *[maxWords]uint64) bool

// vector executes a vector instruction of the innermost frame, whose slots are s, and is false where the reference
// evaluator must.
func (t *fastThread) vector(s []slot, x *vecInst, dst int32) bool {
	if !x.ready(s) {
		return false
	}
	r := &t.vec // of the thread, as what a function value is given would be garbage
	*r = [maxWords]uint64{}
	if x.eval == nil {
		if !t.w.vectorMemory(x, s, r) {
			return false
		}
	} else if !x.eval(x, s, r) {
		return false
	}
	if x.words == 0 {
		return true
	}
	for n := range x.words {
		s[dst+n] = slot{v: r[n]}
	}
	if x.words > 1 {
		s[dst].t = words
	}
	return true
}

// ready reports whether no operand is boxed. There may be no x, if only the reference evaluator executes the instruction.
func (x *vecInst) ready(s []slot) bool {
	if x == nil {
		return false
	}
	for _, a := range x.args {
		if s[a.slot].t != a.tag {
			return false
		}
	}
	return true
}

// lane is lane k of operand n.
func (x *vecInst) lane(s []slot, n, k int) uint64 {
	at := uint(k) * x.bits
	return s[x.args[n].slot+int32(at/64)].v >> (at % 64) & x.ones()
}

// ones has a one in each bit of a lane.
func (x *vecInst) ones() uint64 { return math.MaxUint64 >> (64 - x.bits) }

// set makes lane k of the result, of which all bits are 0 before.
func (x *vecInst) set(r *[maxWords]uint64, k int, v uint64) {
	at := uint(k) * x.bits
	r[at/64] |= v & x.ones() << (at % 64)
}

// byteOf is byte k of operand n.
func (x *vecInst) byteOf(s []slot, n, k int) byte {
	return byte(s[x.args[n].slot+int32(k/8)].v >> (k % 8 * 8))
}

// on reports whether lane k is active.
func (x *vecInst) on(s []slot, k int) bool { return x.mask < 0 || x.byteOf(s, x.mask, k) != 0 }

// all reports whether all lanes are active.
func (x *vecInst) all(s []slot) bool {
	for k := range x.n {
		if !x.on(s, k) {
			return false
		}
	}
	return true
}

// signed is the int that the bits of a lane are, read as signed.
func (x *vecInst) signed(v uint64) int64 { return int64(v<<(64-x.bits)) >> (64 - x.bits) }

// fits reports whether a lane of kind s or u holds an int64.
func (x *vecInst) fits(v int64) bool {
	if x.kind == ir.LaneS {
		return x.signed(uint64(v)) == v
	}
	return v >= 0 && (x.bits == 64 || uint64(v)>>x.bits == 0)
}

// vecInts computes with int lanes.
func vecInts(x *vecInst, s []slot, r *[maxWords]uint64) bool {
	for k := range x.n {
		a := x.lane(s, 0, k)
		if !x.on(s, k) {
			x.set(r, k, a)
			continue
		}
		v, ok := x.intLane(a, x.lane(s, 1, k))
		if !ok {
			return false
		}
		x.set(r, k, v)
	}
	return true
}

// intLane computes one lane; ok is false if it is poison, or needs more than a word.
func (x *vecInst) intLane(a, b uint64) (v uint64, ok bool) {
	signed, wraps := x.kind == ir.LaneS, x.kind == ir.LaneI
	p, q := int64(a), int64(b)
	if signed {
		p, q = x.signed(a), x.signed(b)
	}
	small := x.bits < 64 || signed // p and q are the ints
	switch x.op {
	case ir.OpVecAnd:
		return a & b, true
	case ir.OpVecOr:
		return a | b, true
	case ir.OpVecXor:
		return a ^ b, true
	case ir.OpVecMin, ir.OpVecMax:
		less := a < b
		if signed {
			less = p < q
		}
		if less == (x.op == ir.OpVecMin) {
			return a, true
		}
		return b, true
	case ir.OpVecAdd, ir.OpVecSub, ir.OpVecMul:
		return x.sum(a, b, p, q, wraps, small)
	case ir.OpVecDiv, ir.OpVecRem:
		return x.quotient(a, b, p, q, signed)
	case ir.OpVecShr:
		if signed {
			return uint64(p >> uint64(q)), q >= 0
		}
		return a >> b, true
	}
	// Shift left.
	switch {
	case wraps:
		return a << b, true
	case signed && (q < 0 || q > 63):
		return 0, false
	case signed:
		v = uint64(p) << uint64(q)
		return v, int64(v)>>uint64(q) == p && x.fits(int64(v))
	}
	v = a << b
	return v, v>>b == a && v&^x.ones() == 0
}

// sum adds, subtracts or multiplies.
func (x *vecInst) sum(a, b uint64, p, q int64, wraps, small bool) (v uint64, ok bool) {
	switch x.op {
	case ir.OpVecAdd:
		v = a + b
	case ir.OpVecSub:
		v = a - b
	default:
		v = a * b
	}
	switch {
	case wraps:
		return v, true
	case x.bits < 32 || x.bits == 32 && x.op != ir.OpVecMul: // exact in 64 bits
		switch x.op {
		case ir.OpVecAdd:
			p += q
		case ir.OpVecSub:
			p -= q
		default:
			p *= q
		}
		return uint64(p), x.fits(p)
	case !small || x.kind == ir.LaneU:
		hi := uint64(0)
		switch x.op {
		case ir.OpVecAdd:
			v, hi = bits.Add64(a, b, 0)
		case ir.OpVecSub:
			v, hi = bits.Sub64(a, b, 0)
		default:
			hi, v = bits.Mul64(a, b)
		}
		return v, hi == 0 && v&^x.ones() == 0
	}
	switch x.op {
	case ir.OpVecAdd:
		v = uint64(p + q)
		return v, (uint64(p)^v)&(uint64(q)^v)>>63 == 0
	case ir.OpVecSub:
		v = uint64(p - q)
		return v, (uint64(p)^uint64(q))&(uint64(p)^v)>>63 == 0
	}
	v, ok = mulInt64(uint64(p), uint64(q))
	return v, ok && x.fits(int64(v))
}

// quotient divides, or gives the remainder, as Euclid does.
func (x *vecInst) quotient(a, b uint64, p, q int64, signed bool) (uint64, bool) {
	rem := x.op == ir.OpVecRem
	switch {
	case b == 0:
		return 0, false
	case !signed && rem:
		return a % b, true
	case !signed:
		return a / b, true
	case q == -1 && p == math.MinInt64:
		return 0, rem
	}
	d, m := euclid(p, q)
	if rem {
		return uint64(m), true
	}
	return uint64(d), x.fits(d)
}

// vecMasks computes with lanes that are truth values.
func vecMasks(x *vecInst, s []slot, r *[maxWords]uint64) bool {
	for k := range x.n {
		a := x.lane(s, 0, k)
		if x.on(s, k) {
			b := truth(x.lane(s, 1, k) != 0)
			switch a = truth(a != 0); x.op {
			case ir.OpVecAnd:
				a &= b
			case ir.OpVecOr:
				a |= b
			default:
				a ^= b
			}
		}
		x.set(r, k, a)
	}
	return true
}

// vecWords computes word by word where no lane meets another: bitwise operations, and wrapping sums, in which the
// highest bit of each lane is kept out of the sum (Warren, Hacker's Delight, 2-18).
func vecWords(x *vecInst, s []slot, r *[maxWords]uint64) bool {
	high := uint64(0)
	for at := x.bits; at <= 64; at += x.bits {
		high |= 1 << (at - 1)
	}
	a, b := s[x.args[0].slot:], s[x.args[1].slot:]
	for k := range x.words {
		p, q := a[k].v, b[k].v
		switch x.op {
		case ir.OpVecAnd:
			r[k] = p & q
		case ir.OpVecOr:
			r[k] = p | q
		case ir.OpVecXor:
			r[k] = p ^ q
		case ir.OpVecAdd:
			r[k] = (p&^high + q&^high) ^ (p^q)&high
		case ir.OpVecSub:
			r[k] = (p | high - q&^high) ^ (p^^q)&high
		}
	}
	return true
}

// vecFloats computes with float lanes; the row of floatOps is found by the scalar operation.
func vecFloats(x *vecInst, s []slot, r *[maxWords]uint64) bool {
	eval := floatOps[floatOf[x.op.Info().Scalar]]
	for k := range x.n {
		a := x.lane(s, 0, k)
		if x.on(s, k) {
			a = eval(x.format, a, x.lane(s, 1, k), 0)
		}
		x.set(r, k, a)
	}
	return true
}

// vecSigns changes the signs of float lanes.
func vecSigns(x *vecInst, s []slot, r *[maxWords]uint64) bool {
	for k := range x.n {
		a := x.lane(s, 0, k)
		if x.on(s, k) {
			if a = x.format.Abs(a); x.op == ir.OpVecFNeg {
				a = x.format.Neg(x.lane(s, 0, k))
			}
		}
		x.set(r, k, a)
	}
	return true
}

// vecCompares makes a mask of float lanes that the processor does not compare.
func vecCompares(x *vecInst, s []slot, r *[maxWords]uint64) bool {
	for k := range x.n {
		holds := ieee754.Fast{}.Compare(x.format, ieee754.Pred(x.pred-ir.FFalse), x.lane(s, 0, k), x.lane(s, 1, k))
		r[k/8] |= truth(holds) << (k % 8 * 8)
	}
	return true
}

// vecMoves packs the active lanes, or spreads them.
func vecMoves(x *vecInst, s []slot, r *[maxWords]uint64) bool {
	at := 0
	for k := range x.n {
		if !x.on(s, k) {
			continue
		}
		if x.op == ir.OpVecCompress {
			x.set(r, at, x.lane(s, 0, k))
		} else {
			x.set(r, k, x.lane(s, 0, at))
		}
		at++
	}
	return true
}

// scalar is the lane that holds operand n; ok is false if that is poison.
func (x *vecInst) scalar(s []slot, n int) (v uint64, ok bool) {
	a := x.args[n]
	v = s[a.slot].v
	switch {
	case x.kind == ir.LaneS && a.unsigned, x.kind == ir.LaneS || x.kind == ir.LaneU && !a.unsigned:
		return v, !(a.unsigned && int64(v) < 0) && x.fits(int64(v))
	case x.kind == ir.LaneU:
		return v, v&^x.ones() == 0
	}
	return v, true
}

// vecSplats puts a scalar into every lane.
func vecSplats(x *vecInst, s []slot, r *[maxWords]uint64) bool {
	v, ok := x.scalar(s, 0)
	v &= x.ones()
	for at := x.bits; at < 64; at *= 2 {
		v |= v << at
	}
	for k := range x.size / 8 {
		r[k] = v
	}
	if rest := x.size % 8; rest > 0 {
		r[x.size/8] = v & (1<<(8*rest) - 1)
	}
	return ok
}

// index is operand n as the number of a lane.
func (x *vecInst) index(s []slot, n int) (int, bool) {
	k := s[x.args[n].slot].v // a negative one is large
	return int(k), k < uint64(x.n)
}

// vecExtracts reads a lane.
func vecExtracts(x *vecInst, s []slot, r *[maxWords]uint64) bool {
	k, ok := x.index(s, 1)
	if !ok {
		return false
	}
	switch r[0] = x.lane(s, 0, k); x.kind {
	case ir.LaneS:
		r[0] = uint64(x.signed(r[0]))
	case ir.LaneMask:
		r[0] = truth(r[0] != 0)
	}
	return true
}

// vecInserts replaces a lane.
func vecInserts(x *vecInst, s []slot, r *[maxWords]uint64) bool {
	k, ok1 := x.index(s, 2)
	v, ok2 := x.scalar(s, 1)
	if !ok1 || !ok2 {
		return false
	}
	from := s[x.args[0].slot:]
	for n := range x.words {
		r[n] = from[n].v
	}
	at := uint(k) * x.bits
	r[at/64] &^= x.ones() << (at % 64)
	x.set(r, k, v)
	return true
}

// vecShuffles takes lanes of two vectors by the numbers in a third, which has a whole number of bytes for each lane.
func vecShuffles(x *vecInst, s []slot, r *[maxWords]uint64) bool {
	width := int(x.size)
	for k := range x.n {
		from := uint64(0)
		for b := width - 1; b >= 0; b-- {
			if from>>56 != 0 {
				return false
			}
			from = from<<8 | uint64(x.byteOf(s, 2, k*width+b))
		}
		if from >= uint64(2*x.n) {
			return false
		}
		x.set(r, k, x.lane(s, int(from)/x.n, int(from)%x.n))
	}
	return true
}

// combine is a step of a sum or product, which of lanes s and u is exact and must be an int64.
func (x *vecInst) combine(acc, v int64, first bool) (int64, bool) {
	if x.kind == ir.LaneU && v < 0 { // of 64 bits
		return 0, false
	}
	if first {
		return v, true
	}
	if x.op == ir.OpVecReduceMul {
		r, ok := mulInt64(uint64(acc), uint64(v))
		if x.kind == ir.LaneI {
			return acc * v, true
		}
		return int64(r), ok
	}
	r := acc + v
	return r, x.kind == ir.LaneI || (acc^r)&(v^r) >= 0
}

// vecReduces combines the active lanes to an int64, or to a word of the lane's size.
func vecReduces(x *vecInst, s []slot, r *[maxWords]uint64) bool {
	first, ok := true, true
	acc := int64(0)
	for k := range x.n {
		if !x.on(s, k) {
			continue
		}
		a := x.lane(s, 0, k)
		v := int64(a)
		if x.kind == ir.LaneS {
			v = x.signed(a)
		}
		switch x.op {
		case ir.OpVecReduceSMin, ir.OpVecReduceSMax:
			if v = x.signed(a); first || v < acc == (x.op == ir.OpVecReduceSMin) {
				acc = v
			}
		case ir.OpVecReduceUMin, ir.OpVecReduceUMax:
			if first || a < uint64(acc) == (x.op == ir.OpVecReduceUMin) {
				acc = int64(a)
			}
		case ir.OpVecReduceAdd, ir.OpVecReduceMul:
			if acc, ok = x.combine(acc, v, first); !ok {
				return false
			}
		case ir.OpVecReduceAnd:
			if first {
				acc = -1
			}
			acc &= v
		case ir.OpVecReduceOr:
			acc |= v
		case ir.OpVecReduceXor:
			acc ^= v
		}
		first = false
	}
	if first { // of nothing
		return false
	}
	if r[0] = uint64(acc); x.kind == ir.LaneI && x.op != ir.OpVecReduceSMin && x.op != ir.OpVecReduceSMax {
		r[0] &= x.ones()
	}
	return true
}

// vecFloatReduces combines the active lanes in their order.
func vecFloatReduces(x *vecInst, s []slot, r *[maxWords]uint64) bool {
	eval := floatOps[floatOf[x.op.Info().Scalar]]
	acc, some := x.format.Zero(true), x.op == ir.OpVecReduceFAdd
	for k := range x.n {
		if !x.on(s, k) {
			continue
		}
		if a := x.lane(s, 0, k); some {
			acc = eval(x.format, acc, a, 0)
		} else {
			acc, some = a, true
		}
	}
	if r[0] = acc; x.format.IsNaN(acc) {
		r[0] = x.format.NaN()
	}
	return some
}

// place is where lane k of a memory operation is.
func (x *vecInst) place(s []slot, k int) slot {
	at := 0
	if x.op == ir.OpVecStore || x.op == ir.OpVecScatter {
		at = 1
	}
	p := s[x.args[at].slot]
	if x.op == ir.OpVecLoad || x.op == ir.OpVecStore {
		p.v += uint64(k) * uint64(x.bits/8)
		return p
	}
	width, d := int(x.size), uint64(0)
	for b := range min(width, 8) {
		d |= uint64(x.byteOf(s, at+1, k*width+b)) << (8 * b)
	}
	if width < 8 {
		d = uint64(int64(d<<(64-8*width)) >> (64 - 8*width))
	}
	p.v += d
	return p
}

// vectorMemory executes a vector load, store, gather or scatter. Nothing is stored unless everything may be; a store that
// fails nevertheless, at the memory limit, is made again by the reference evaluator.
func (w *world) vectorMemory(x *vecInst, s []slot, r *[maxWords]uint64) bool {
	if w.slowMemory {
		return false
	}
	store := x.op == ir.OpVecStore || x.op == ir.OpVecScatter
	at := 0
	if store {
		at = 1
	}
	indexed := x.op == ir.OpVecGather || x.op == ir.OpVecScatter
	n := uint64(x.bits / 8)
	base := s[x.args[at].slot]
	if !indexed && base.v&x.align == 0 && x.all(s) && w.wholeVector(x, s, &base, r, store) {
		return true
	}
	some := false
	for k := range x.n {
		if !x.on(s, k) {
			continue
		}
		p := x.place(s, k)
		if (indexed || !some) && p.v&x.align != 0 || !indexed && base.v&x.align != 0 {
			return false
		}
		some = true
		a := w.accessible(&p, n)
		if store {
			if !a.Holds(p.v-a.Base, n, true) {
				return false
			}
			continue
		}
		v, ok := a.LoadN(p.v-a.Base, n)
		if !ok {
			return false
		}
		x.set(r, k, v)
	}
	for k := range x.n {
		if store && x.on(s, k) {
			p := x.place(s, k)
			var a *memory.Alloc = w.accessible(&p, n)
			if !a.StoreN(p.v-a.Base, n, x.lane(s, 0, k)) {
				return false
			}
		}
	}
	return true
}

// wholeVector loads or stores all lanes as one piece of memory; it is false, having changed nothing, unless that is
// plain bits.
func (w *world) wholeVector(x *vecInst, s []slot, base *slot, r *[maxWords]uint64, store bool) bool {
	size := uint64(x.n) * uint64(x.bits/8)
	a := w.accessible(base, size)
	b, ok := a.Window(base.v-a.Base, size)
	if !ok || store && a.ReadOnly {
		return false
	}
	from := s[x.args[0].slot:]
	for k := 0; 8*k < len(b); k++ {
		if store {
			putWordAt(b, k, from[k].v)
		} else {
			r[k] = wordAt(b, k)
		}
	}
	return true
}
