package interp

import (
	"cmp"
	"math"
	"unsafe"

	"github.com/tuffy-ir/tuffy/interp/ieee754"
	"github.com/tuffy-ir/tuffy/ir"
)

// Vector operations without a mask, word by word: the loop over the lanes of a word is unrolled for the lane's type.
// What has no row here, or leaves, is computed lane by lane (fastvec.go).

// wordEval computes a word of the result from a word of each operand, and is false where a lane is poison or is left to
// the loop over lanes. Lanes of zeros, which stand behind the vector in its last word, give zeros.
type wordEval func(p, q uint64) (uint64, bool)

// laneType is a lane as the processor has it: unsigned of kinds i and u, signed of kind s.
type laneType interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64
}

// laneBits is the width of a lane.
func laneBits[T laneType]() uint { return 8 * uint(unsafe.Sizeof(T(0))) }

// laneAt is v as the lane that lies at a bit of a word.
func laneAt[T laneType](v T, at uint) uint64 {
	return uint64(v) & (math.MaxUint64 >> (64 - laneBits[T]())) << at
}

func minWord[T laneType](p, q uint64) (r uint64, ok bool) {
	for at := uint(0); at < 64; at += laneBits[T]() {
		r |= laneAt(min(T(p>>at), T(q>>at)), at)
	}
	return r, true
}

func maxWord[T laneType](p, q uint64) (r uint64, ok bool) {
	for at := uint(0); at < 64; at += laneBits[T]() {
		r |= laneAt(max(T(p>>at), T(q>>at)), at)
	}
	return r, true
}

// shrWord shifts right; a negative amount makes poison.
func shrWord[T laneType](p, q uint64) (r uint64, ok bool) {
	for at := uint(0); at < 64; at += laneBits[T]() {
		by := T(q >> at)
		if by < 0 {
			return 0, false
		}
		r |= laneAt(T(p>>at)>>uint64(by), at)
	}
	return r, true
}

// shlWord shifts left and wraps.
func shlWord[T laneType](p, q uint64) (r uint64, ok bool) {
	for at := uint(0); at < 64; at += laneBits[T]() {
		r |= laneAt(T(p>>at)<<uint64(T(q>>at)), at)
	}
	return r, true
}

// mulWord multiplies and wraps.
func mulWord[T laneType](p, q uint64) (r uint64, ok bool) {
	for at := uint(0); at < 64; at += laneBits[T]() {
		r |= laneAt(T(p>>at)*T(q>>at), at)
	}
	return r, true
}

// addExactWord adds; a sum that does not fit makes poison.
func addExactWord[T laneType](p, q uint64) (r uint64, ok bool) {
	for at := uint(0); at < 64; at += laneBits[T]() {
		a, b := T(p>>at), T(q>>at)
		v := a + b
		if (v < a) != (b < 0) {
			return 0, false
		}
		r |= laneAt(v, at)
	}
	return r, true
}

// subExactWord subtracts; a difference that does not fit makes poison.
func subExactWord[T laneType](p, q uint64) (r uint64, ok bool) {
	for at := uint(0); at < 64; at += laneBits[T]() {
		a, b := T(p>>at), T(q>>at)
		v := a - b
		if (v > a) != (b < 0) {
			return 0, false
		}
		r |= laneAt(v, at)
	}
	return r, true
}

// mulExactWord multiplies lanes of up to 32 bits; a product that does not fit makes poison.
func mulExactWord[T laneType](p, q uint64) (r uint64, ok bool) {
	for at := uint(0); at < 64; at += laneBits[T]() {
		a, b := T(p>>at), T(q>>at)
		v := a * b
		if uint64(a)*uint64(b) != uint64(v) { // extended as T is: exact in 64 bits
			return 0, false
		}
		r |= laneAt(v, at)
	}
	return r, true
}

// wrapRow is the row of lanes of kind i.
func wrapRow[T laneType]() map[ir.Op]wordEval {
	return map[ir.Op]wordEval{
		ir.OpVecMin: minWord[T], ir.OpVecMax: maxWord[T], ir.OpVecShr: shrWord[T],
		ir.OpVecMul: mulWord[T], ir.OpVecShl: shlWord[T],
	}
}

// exactRow is the row of lanes of kind u or s.
func exactRow[T laneType]() map[ir.Op]wordEval {
	row := map[ir.Op]wordEval{
		ir.OpVecMin: minWord[T], ir.OpVecMax: maxWord[T], ir.OpVecShr: shrWord[T],
		ir.OpVecAdd: addExactWord[T], ir.OpVecSub: subExactWord[T],
	}
	if laneBits[T]() < 64 {
		row[ir.OpVecMul] = mulExactWord[T]
	}
	return row
}

// wordRows are the rows of int lanes by kind and width.
var wordRows = map[ir.Lane]map[ir.Op]wordEval{
	{Kind: ir.LaneI, Bits: 8}: wrapRow[uint8](), {Kind: ir.LaneI, Bits: 16}: wrapRow[uint16](),
	{Kind: ir.LaneI, Bits: 32}: wrapRow[uint32](), {Kind: ir.LaneI, Bits: 64}: wrapRow[uint64](),
	{Kind: ir.LaneU, Bits: 8}: exactRow[uint8](), {Kind: ir.LaneU, Bits: 16}: exactRow[uint16](),
	{Kind: ir.LaneU, Bits: 32}: exactRow[uint32](), {Kind: ir.LaneU, Bits: 64}: exactRow[uint64](),
	{Kind: ir.LaneS, Bits: 8}: exactRow[int8](), {Kind: ir.LaneS, Bits: 16}: exactRow[int16](),
	{Kind: ir.LaneS, Bits: 32}: exactRow[int32](), {Kind: ir.LaneS, Bits: 64}: exactRow[int64](),
}

// pairs32 applies a float32 operation to both halves of words. No row is chosen for a vector that ends within a word,
// whose other half may become a NaN.
func pairs32(f func(x, y uint64) uint64) wordEval {
	return func(p, q uint64) (uint64, bool) {
		return f(p&math.MaxUint32, q&math.MaxUint32) | f(p>>32, q>>32)<<32, true
	}
}

// single64 applies a float64 operation to words.
func single64(f func(x, y uint64) uint64) wordEval {
	return func(p, q uint64) (uint64, bool) { return f(p, q), true }
}

var floatRows = map[uint]map[ir.Op]wordEval{
	32: {
		ir.OpVecFAdd: pairs32(ieee754.AddF32), ir.OpVecFSub: pairs32(ieee754.SubF32),
		ir.OpVecFMul: pairs32(ieee754.MulF32), ir.OpVecFDiv: pairs32(ieee754.DivF32),
	},
	64: {
		ir.OpVecFAdd: single64(ieee754.AddF64), ir.OpVecFSub: single64(ieee754.SubF64),
		ir.OpVecFMul: single64(ieee754.MulF64), ir.OpVecFDiv: single64(ieee754.DivF64),
	},
}

// wordEvalOf is the evaluation by words of operation op on lanes of the given kind in vectors of size bytes, nil if there is none.
func wordEvalOf(op ir.Op, lane ir.Lane, size uint64) wordEval {
	switch {
	case lane.IsFloat() && size%8 == 0 && lane.Kind != ir.LaneBF:
		return floatRows[uint(lane.Bits)][op]
	case lane.IsFloat():
		return nil
	}
	return wordRows[ir.Lane{Kind: lane.Kind, Bits: lane.Bits}][op]
}

// vecByWords computes by x.word; where that refuses, the loop over lanes decides.
func vecByWords(x *vecInst, s []slot, r *[maxWords]uint64) bool {
	a, b := s[x.args[0].slot:][:x.words], s[x.args[1].slot:][:x.words]
	for k := range a {
		v, ok := x.word(a[k].v, b[k].v)
		if !ok {
			*r = [maxWords]uint64{}
			return x.lanes(x, s, r)
		}
		r[k] = v
	}
	return true
}

// outcome is the bit of vecInst.holds that tells how p and q compare.
func outcome[T cmp.Ordered](p, q T) uint8 {
	switch {
	case p < q:
		return 0
	case p == q:
		return 1
	case p > q:
		return 2
	}
	return 3
}

// holdsOf are the outcomes with which a predicate holds.
func holdsOf(p ir.Pred) (holds uint8) {
	for n, c := range [...]int{-1, 0, 1} {
		if !p.IsFloat() && p.Holds(c) {
			holds |= 1 << n
		}
	}
	if p.IsFloat() {
		one, two, nan := math.Float64bits(1), math.Float64bits(2), math.Float64bits(math.NaN())
		for n, pair := range [...][2]uint64{{one, two}, {one, one}, {two, one}, {one, nan}} {
			if ieee754.CompareF64(ieee754.Pred(p-ir.FFalse), pair[0], pair[1]) {
				holds |= 1 << n
			}
		}
	}
	return holds
}

// vecIntCompares makes a mask of int lanes.
func vecIntCompares[T laneType](x *vecInst, s []slot, r *[maxWords]uint64) bool {
	a, b := s[x.args[0].slot:], s[x.args[1].slot:]
	for k := range uint(x.n) {
		word, at := k*laneBits[T]()/64, k*laneBits[T]()%64
		r[k/8] |= uint64(x.holds>>outcome(T(a[word].v>>at), T(b[word].v>>at))&1) << (k % 8 * 8)
	}
	return true
}

// vecFloat32Compares makes a mask of lanes f32.
func vecFloat32Compares(x *vecInst, s []slot, r *[maxWords]uint64) bool {
	for k := range x.n {
		p, q := math.Float32frombits(uint32(x.lane(s, 0, k))), math.Float32frombits(uint32(x.lane(s, 1, k)))
		r[k/8] |= uint64(x.holds>>outcome(p, q)&1) << (k % 8 * 8)
	}
	return true
}

// vecFloat64Compares makes a mask of lanes f64.
func vecFloat64Compares(x *vecInst, s []slot, r *[maxWords]uint64) bool {
	for k := range x.n {
		p, q := math.Float64frombits(x.lane(s, 0, k)), math.Float64frombits(x.lane(s, 1, k))
		r[k/8] |= uint64(x.holds>>outcome(p, q)&1) << (k % 8 * 8)
	}
	return true
}

// compareEvals compare lanes of kinds i and u, s, and floats.
var compareEvals = map[ir.Lane]vecEval{
	{Kind: ir.LaneI, Bits: 8}: vecIntCompares[uint8], {Kind: ir.LaneI, Bits: 16}: vecIntCompares[uint16],
	{Kind: ir.LaneI, Bits: 32}: vecIntCompares[uint32], {Kind: ir.LaneI, Bits: 64}: vecIntCompares[uint64],
	{Kind: ir.LaneU, Bits: 8}: vecIntCompares[uint8], {Kind: ir.LaneU, Bits: 16}: vecIntCompares[uint16],
	{Kind: ir.LaneU, Bits: 32}: vecIntCompares[uint32], {Kind: ir.LaneU, Bits: 64}: vecIntCompares[uint64],
	{Kind: ir.LaneS, Bits: 8}: vecIntCompares[int8], {Kind: ir.LaneS, Bits: 16}: vecIntCompares[int16],
	{Kind: ir.LaneS, Bits: 32}: vecIntCompares[int32], {Kind: ir.LaneS, Bits: 64}: vecIntCompares[int64],
	{Kind: ir.LaneF, Bits: 32}: vecFloat32Compares, {Kind: ir.LaneF, Bits: 64}: vecFloat64Compares,
}

// vecWordSelects takes lanes from operand 1 or 2 by a mask of bytes.
func vecWordSelects(x *vecInst, s []slot, r *[maxWords]uint64) bool {
	mask, yes, no := s[x.args[0].slot:], s[x.args[1].slot:], s[x.args[2].slot:]
	per, ones := 64/x.bits, x.ones()
	for word := range uint(x.words) {
		from := uint64(0)
		for k := range per {
			n := word*per + k
			if n < uint(x.n) && byte(mask[n/8].v>>(n%8*8)) != 0 {
				from |= ones << (k * x.bits)
			}
		}
		r[word] = yes[word].v&from | no[word].v&^from
	}
	return true
}
