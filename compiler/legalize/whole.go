package legalize

import (
	"encoding/binary"
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
)

// A vector of 128 bits stays whole, in a register, and one of a multiple of that is as many of these, its chunks
// (chunks.go). What the processor does with a chunk is listed here; everything else is done lane by lane, on scalars that
// are taken out of the chunks and put back, or on pieces that go through memory (vector.go). A lane that is poison may
// hold anything, so that checked lanes wrap like the others.
//
// A comparison of chunks makes a mask of a chunk, which has a byte a lane: vec<64>, vec<32> or vec<16>. Only what is made
// here has values of these types in registers; those of the program are bytes.

// vec128 is the type that a register holds.
var vec128 = ir.Vec(128, false)

// chunked reports whether values of type t are in vector registers.
func (l *lowerer) chunked(t ir.Type) bool {
	if !l.whole || t.Kind() != ir.KindVec {
		return false
	}
	n := t.FieldSize(l.vscale)
	return n > 0 && n%16 == 0
}

// maskType is the type of the mask of a chunk with lanes of so many bits.
func maskType(chunk ir.Type, bits uint) ir.Type {
	return ir.Vec(uint32(64*chunk.FieldSize(1))/uint32(bits), false)
}

// smallMask reports whether t is the type of a mask that is smaller than its chunk.
func smallMask(t ir.Type) bool {
	return t == maskType(vec128, 16) || t == maskType(vec128, 32) || t == maskType(vec128, 64)
}

// plainLane reports whether a lane is a number or float that [ir.OpVecExtract] takes out of a register.
func plainLane(lane ir.Lane) bool {
	switch lane.Kind {
	case ir.LaneI, ir.LaneS, ir.LaneU:
		return lane.Bits == 8 || lane.Bits == 16 || lane.Bits == 32 || lane.Bits == 64
	case ir.LaneF:
		return lane.Bits == 32 || lane.Bits == 64
	}
	return false
}

// lanesOf are the bits of a lane of i, all of whose vectors are chunks or masks of chunks; 0 if it is not so.
func (l *lowerer) lanesOf(i ir.Inst) uint {
	f := l.f
	lane, op := f.Attr(i).Lane, f.Op(i)
	bits := uint(lane.Bits)
	if !plainLane(lane) && lane.Kind != ir.LanePtr {
		return 0
	}
	chunk := vec128
	if l.long && (f.NumFixed(i) > 0 && l.letter(i, 0) == 'v' && f.TypeOf(f.Arg(i, 0)) == vec256 || f.TypeOf(f.Result(i, 0)) == vec256) {
		chunk = vec256
	}
	mask := func(t ir.Type) bool { return t == maskType(chunk, bits) && (t == chunk || l.masksMade) }
	for n := range f.NumFixed(i) {
		switch t := f.TypeOf(f.Arg(i, n)); {
		case l.letter(i, n) == 'k':
			if op != ir.OpVecSelect || !mask(t) {
				return 0
			}
		case t.Kind() == ir.KindVec && t != chunk:
			return 0
		}
	}
	switch t := f.TypeOf(f.Result(i, 0)); {
	case op == ir.OpVecICmp || op == ir.OpVecFCmp:
		if !mask(t) {
			return 0
		}
	case t.Kind() == ir.KindVec && t != chunk:
		return 0
	}
	return bits
}

// nativeVector reports whether package isel selects vector operation i: it has a case for each here.
func nativeVector(l *lowerer, i ir.Inst) bool {
	f, op := l.f, l.f.Op(i)
	if l.onMask(i) {
		return true
	}
	bits := l.lanesOf(i)
	if bits == 0 {
		return false
	}
	switch op {
	case ir.OpVecShl, ir.OpVecShr:
		return l.nativeShift(op, f.Attr(i).Lane, f.Arg(i, 1))
	case ir.OpVecSplat, ir.OpVecSelect:
		return true
	case ir.OpVecExtract:
		return l.constLane(f.Arg(i, 0), f.Arg(i, 1), bits)
	case ir.OpVecInsert:
		return l.constLane(f.Arg(i, 0), f.Arg(i, 2), bits)
	case ir.OpVecShuffle:
		index, ok := l.lanesConst(f.Arg(i, 2), bits)
		if !ok {
			return false
		}
		if f.TypeOf(f.Result(i, 0)) == vec256 {
			return longShuffle(f, i, bits, index)
		}
		_, ok = PlanShuffle(bits, index)
		return ok
	}
	return nativeLanes(op, f.Attr(i).Lane)
}

// nativeLanes reports whether the processor does op lane by lane on chunks.
func nativeLanes(op ir.Op, lane ir.Lane) bool {
	if !plainLane(lane) {
		return false
	}
	switch op {
	case ir.OpVecAdd, ir.OpVecSub, ir.OpVecMul, ir.OpVecAnd, ir.OpVecOr, ir.OpVecXor, ir.OpVecMin, ir.OpVecMax, ir.OpVecICmp:
		return lane.Kind != ir.LaneF
	case ir.OpVecFAdd, ir.OpVecFSub, ir.OpVecFMul, ir.OpVecFDiv, ir.OpVecFNeg, ir.OpVecFAbs, ir.OpVecFCmp:
		return lane.Kind == ir.LaneF
	}
	return false
}

// nativeShift reports whether all lanes are shifted by one amount, in a way that the processor has or that constants
// make of those.
func (l *lowerer) nativeShift(op ir.Op, lane ir.Lane, amount ir.Value) bool {
	bits := uint(lane.Bits)
	if !plainLane(lane) || lane.Kind == ir.LaneF {
		return false
	}
	if _, ok := l.sameLanes(amount, bits); ok {
		return true
	}
	_, ok := SplatOf(l.f, amount, bits)
	return ok && bits > 8 && (op == ir.OpVecShl || lane.Kind != ir.LaneS || bits < 64)
}

// SplatOf is the number in each lane, of so many bits, of the chunk v.
func SplatOf(f *ir.Func, v ir.Value, bits uint) (ir.Value, bool) {
	i := f.Def(v)
	if i == ir.NoInst || f.Op(i) != ir.OpVecSplat || f.TypeOf(v) != vec128 && f.TypeOf(v) != vec256 || f.TypeOf(f.Arg(i, 0)) != ir.Int || uint(f.Attr(i).Lane.Bits) != bits {
		return ir.NoValue, false
	}
	return f.Arg(i, 0), true
}

// onMask reports whether i works on a mask of a chunk, whose bytes are 0 or 1: by and, or, xor, or taking a byte out.
func (l *lowerer) onMask(i ir.Inst) bool {
	f := l.f
	if !l.masksMade || f.NumFixed(i) == 0 || f.Attr(i).Lane.Bits != 8 {
		return false
	}
	t := f.TypeOf(f.Arg(i, 0))
	switch f.Op(i) {
	case ir.OpVecAnd, ir.OpVecOr, ir.OpVecXor:
		return smallMask(t) && f.NumFixed(i) == 2
	case ir.OpVecExtract:
		n, ok := constant(f, f.Arg(i, 1))
		return smallMask(t) && ok && n >= 0 && n < int64(t.FieldSize(1))
	}
	return false
}

// constLane reports whether v is the constant number of a lane of x.
func (l *lowerer) constLane(x, v ir.Value, bits uint) bool {
	n, ok := constant(l.f, v)
	return ok && n >= 0 && n < 8*int64(l.f.TypeOf(x).FieldSize(1))/int64(bits)
}

// sameLanes is what all lanes of a constant vector are.
func (l *lowerer) sameLanes(v ir.Value, bits uint) (n uint64, ok bool) {
	lanes, ok := l.lanesConst(v, bits)
	for _, k := range lanes {
		ok = ok && k == lanes[0]
	}
	if !ok {
		return 0, false
	}
	return lanes[0], true
}

// lanesConst are the lanes of a constant vector, of so many bits each.
func (l *lowerer) lanesConst(v ir.Value, bits uint) ([]uint64, bool) {
	bytes, ok := l.constBytes(v)
	size := int(bits / 8)
	if !ok || size == 0 || size > 8 || len(bytes)%size != 0 {
		return nil, false
	}
	var out []uint64
	for ; len(bytes) > 0; bytes = bytes[size:] {
		n := uint64(0)
		for k := range size {
			n |= uint64(bytes[k]) << (8 * k)
		}
		out = append(out, n)
	}
	return out, true
}

// constBytes are the bytes of a constant vector of any size.
func (l *lowerer) constBytes(v ir.Value) (out []byte, ok bool) {
	f := l.f
	if t := f.TypeOf(v); l.chunked(t) {
		for _, c := range l.partsOf(v) {
			words, ok := VectorConst(f, c)
			if !ok {
				return nil, false
			}
			for _, w := range words {
				out = binary.LittleEndian.AppendUint64(out, w)
			}
		}
		return out, true
	}
	i := f.Def(v)
	if i == ir.NoInst || f.Op(i) != ir.OpBitCast && f.Op(i) != ir.OpVecSplat {
		return nil, false
	}
	d := f.Def(f.Arg(i, 0))
	if d == ir.NoInst || f.Op(d) != ir.OpIConst {
		return nil, false
	}
	c, n, size := f.IntConst(d), f.TypeOf(v).FieldSize(l.vscale), f.TypeOf(v).FieldSize(l.vscale)
	if f.Op(i) == ir.OpVecSplat {
		size = uint64(f.Attr(i).Lane.Bits / 8)
	}
	for k := range n {
		out = append(out, byte(c.Shr(uint(8*(k%size))).Low64()))
	}
	return out, true
}

// VectorConst are the words of 64 bits of a chunk that is constant: a number that is read as one, or constants in its lanes.
func VectorConst(f *ir.Func, v ir.Value) (words []uint64, ok bool) {
	i := f.Def(v)
	if i == ir.NoInst || f.TypeOf(v) != vec128 && f.TypeOf(v) != vec256 {
		return nil, false
	}
	lane, size := f.Attr(i).Lane, f.TypeOf(v).FieldSize(1)
	bits := uint(lane.Bits)
	switch f.Op(i) {
	case ir.OpBitCast:
		if d := f.Def(f.Arg(i, 0)); d != ir.NoInst && f.Op(d) == ir.OpIConst {
			for at := uint64(0); at < size; at += 8 {
				words = append(words, f.IntConst(d).Shr(uint(8*at)).Low64())
			}
			return words, true
		}
	case ir.OpVecSplat:
		c, ok := scalarConst(f, f.Arg(i, 0), lane)
		for at := bits; ok && at < 64; at *= 2 {
			c |= c << at
		}
		return slices.Repeat([]uint64{c}, int(size/8)), ok
	case ir.OpVecInsert:
		n, isConst := constant(f, f.Arg(i, 2))
		if !isConst || n < 0 || n >= 8*int64(size)/int64(max(bits, 8)) {
			return nil, false
		}
		c, ok := scalarConst(f, f.Arg(i, 1), lane)
		if !ok {
			return nil, false
		}
		if words, ok = VectorConst(f, f.Arg(i, 0)); ok {
			at, mask := uint(n)*bits, uint64(1)<<(bits-1)<<1-1
			words[at/64] = words[at/64]&^(mask<<(at%64)) | c<<(at%64)
		}
		return words, ok
	}
	return nil, false
}

// scalarConst are the bits of constant v as a lane.
func scalarConst(f *ir.Func, v ir.Value, lane ir.Lane) (uint64, bool) {
	d := f.Def(v)
	if d == ir.NoInst || !plainLane(lane) {
		return 0, false
	}
	switch f.Op(d) {
	case ir.OpIConst:
		return f.IntConst(d).Low64() & (1<<(lane.Bits-1)<<1 - 1), true
	case ir.OpFConst:
		_, lo := f.FloatConst(d)
		return lo, true
	}
	return 0, false
}

// wordLane is a lane of a register's size.
var wordLane = ir.Lane{Kind: ir.LaneI, Bits: 64}

// vectorOf makes a vector of two numbers.
func (l *lowerer) vectorOf(lo, hi ir.Value) ir.Value {
	v := l.inst(ir.OpVecSplat, ir.Attr{Lane: wordLane}, vec128, lo)
	if lo == hi {
		return v
	}
	return l.inst(ir.OpVecInsert, ir.Attr{Lane: wordLane}, vec128, v, hi, l.num(1))
}

// castChunks makes the chunks of a vector of type t that int x is.
func (l *lowerer) castChunks(x ir.Value, t ir.Type) []ir.Value {
	f := l.f
	var out []ir.Value
	d := f.Def(x)
	if l.chunkOf(t) == vec256 { // a constant: see mayBeLong
		for at := uint(0); at < uint(8*t.FieldSize(l.vscale)); at += 256 {
			c := f.IntConst(d).Shr(at)
			out = append(out, l.constWords(c.Low64(), c.Shr(64).Low64(), c.Shr(128).Low64(), c.Shr(192).Low64()))
		}
		return out
	}
	for at := uint64(0); at < t.FieldSize(l.vscale); at += 16 {
		if d != ir.NoInst && f.Op(d) == ir.OpIConst {
			c := f.IntConst(d).Shr(uint(8 * at))
			out = append(out, l.constChunk(c.Low64(), c.Shr(64).Low64()))
			continue
		}
		out = append(out, l.vectorOf(l.bytesAt(x, at, 8), l.bytesAt(x, at+8, 8)))
	}
	return out
}

// constChunk is a constant chunk of 128 bits.
func (l *lowerer) constChunk(lo, hi uint64) ir.Value { return l.constWords(lo, hi) }

// constWords is a constant chunk of two or four words.
func (l *lowerer) constWords(words ...uint64) ir.Value {
	first := l.word(words[0])
	v := l.inst(ir.OpVecSplat, ir.Attr{Lane: wordLane}, ir.Vec(uint32(64*len(words)), false), first)
	for k, w := range words {
		if w != words[0] {
			v = l.inst(ir.OpVecInsert, ir.Attr{Lane: wordLane}, l.f.TypeOf(v), v, l.word(w), l.num(int64(k)))
		}
	}
	return v
}

// numberOf is the number that chunks are.
func (l *lowerer) numberOf(chunks []ir.Value) ir.Value {
	word := ir.Attr{Lane: ir.Lane{Kind: ir.LaneU, Bits: 64}}
	out := ir.NoValue
	for k, c := range chunks {
		for half := range int64(2) {
			w := l.inst(ir.OpVecExtract, word, ir.Int, c, l.num(half))
			if out == ir.NoValue {
				out = w
			} else {
				out = l.two(ir.OpOr, out, l.two(ir.OpShl, w, l.num(128*int64(k)+64*half)))
			}
		}
	}
	return out
}
