package interp

import (
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// A lane is a slice of the abstract bytes of a vector. Int, float and mask lanes are read as
// a word of at most 64 bits, which is what the lane functions work on.
// Lane k of n bytes is bytes k·n to k·n+n, least significant first, on every target.

// laneBytes is lane k of v.
// It shares memory with v.
func laneBytes(v Bytes, l ir.Lane, k int) []memory.Byte {
	n := int(l.Bits / 8)
	return v.B[k*n : (k+1)*n]
}

// laneCount is the number of lanes of v.
// The verifier has compared vector and lane, so a remainder is a bug.
func laneCount(v Bytes, l ir.Lane) int {
	n := int(l.Bits / 8)
	if n == 0 || len(v.B)%n != 0 {
		panic("BUG: a vector of no whole number of lanes")
	}
	return len(v.B) / n
}

// laneWord reads the bits of a lane, which is not of pointers. The fault says why it has
// none; operand is where it came from.
// A lane of which one byte is bad is bad as a whole.
func laneWord(b []memory.Byte, operand int) (uint64, *pureFault) {
	if bad := notBits(b); bad != nil {
		return 0, laneFault(bad, operand)
	}
	var w uint64
	for i, x := range b {
		w |= uint64(x.Value) << (8 * i)
	}
	return w, nil
}

// laneFault says why the bytes of a lane cannot be read.
func laneFault(bad *badBytes, operand int) *pureFault {
	switch bad.kind {
	case CausePoisonBytes:
		return flowFault(operand, bad.handle)
	case CauseUninit:
		return fault(CauseUninit, "bytes [%d, %d) of the lane are uninit", bad.lo, bad.hi)
	}
	if bad.mixed {
		return fault(CauseFragment, "the lane is not the eight bytes of one pointer in order")
	}
	return fault(CauseFragment, "bytes [%d, %d) of the lane are part of a pointer", bad.lo, bad.hi)
}

// wordLane makes the bytes of a lane.
// Bits of w above the lane are dropped: operations may leave some there.
func wordLane(l ir.Lane, w uint64) []memory.Byte {
	b := make([]memory.Byte, l.Bits/8)
	for i := range b {
		b[i] = memory.BitsByte(uint8(w >> (8 * i)))
	}
	return b
}

// poisonLane makes the bytes of a lane that is poison for the reason given, whose birth it
// records unless the poison came in with a byte.
// Poison stays within its lane: that is what tells vectors from aggregates of bytes.
func (e *evalArgs) poisonLane(bits uint16, why *pureFault) []memory.Byte {
	handle := why.Byte
	if why.Kind != CauseFlow && e.lanePoison != nil {
		handle = e.lanePoison(why.Kind, why.Detail)
	}
	return poisonBytes(uint64(bits/8), handle)
}

// laneInt is the int that the word of an int lane stands for: s is signed, u and i unsigned.
func laneInt(l ir.Lane, w uint64) num.Int {
	if l.Kind == ir.LaneS {
		return num.New(int64(w<<(64-l.Bits)) >> (64 - l.Bits))
	}
	return num.FromUint64(w)
}

// intLane is the word of an int lane that holds v: i wraps, for s and u a value that does
// not fit is a fault.
// The word has zeros above the lane.
func intLane(l ir.Lane, v num.Int) (uint64, *pureFault) {
	low := v.Low(uint(l.Bits)).Low64()
	if l.Kind != ir.LaneI && !laneInt(l, low).Equal(v) {
		return 0, fault(CauseLane, "%s does not fit a lane of format %s", formatInt(v), l)
	}
	return low, nil
}

// truthWord is the word of a mask lane.
func truthWord(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// encodeLane makes the bytes of a lane that holds the scalar v, which is not poison.
// A scalar whose type is not that of the lane does not come: the verifier has compared them.
func encodeLane(l ir.Lane, v Value) ([]memory.Byte, *pureFault) {
	switch v := v.(type) {
	case Int:
		w, why := intLane(l, v.V)
		if why != nil {
			return nil, why
		}
		return wordLane(l, w), nil
	case Bool:
		return wordLane(l, truthWord(bool(v))), nil
	case Float:
		return wordLane(l, v.Lo), nil
	case Ptr:
		return pointerBytes(v.Pointer), nil
	}
	panic("BUG: no lane holds " + FormatValue(v, nil))
}

// decodeLane reads the bytes of a lane as the scalar of its format.
// operand says where the lane came from, for the fault.
func decodeLane(l ir.Lane, b []memory.Byte, operand int) (Value, *pureFault) {
	if l.Kind == ir.LanePtr {
		p, bad := decodePointer(b)
		if bad != nil {
			return nil, laneFault(bad, operand)
		}
		p.AS = l.Scalar().AddrSpace()
		return Ptr{p}, nil
	}
	w, why := laneWord(b, operand)
	switch {
	case why != nil:
		return nil, why
	case l.IsInt():
		return Int{laneInt(l, w)}, nil
	case l.Kind == ir.LaneMask:
		return Bool(w != 0), nil
	}
	return Float{Type: l.Scalar(), Lo: w}, nil
}
