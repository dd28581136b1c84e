package interp

import (
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/interp/ieee754"
)

// x87Number is the place on the stack of the x87 that an operand of inline assembly names, or -1.
func x87Number(name string) int {
	if s, ok := strings.CutPrefix(name, "st"); ok && len(s) == 1 {
		return int(s[0] - '0')
	}
	return -1
}

// x87Formats are the formats of floats in memory by their sizes in bytes.
var x87Formats = map[uint32]ieee754.Format{4: ieee754.F32, 8: ieee754.F64, 10: ieee754.F80}

// x87Load is the value on the stack of a float in memory.
func x87Load(w [2]uint64, size uint32) ieee754.Bits {
	b := ieee754.Bits{Hi: w[1], Lo: w[0]}
	if size == 10 {
		return b
	}
	return ieee754.Exact{}.ConvertBits(ieee754.F80, x87Formats[size], b)
}

// x87Store is the float in memory that a value on the stack is rounded to.
func x87Store(b ieee754.Bits, size uint32) [2]uint64 {
	if size < 10 {
		b = ieee754.Exact{}.ConvertBits(x87Formats[size], ieee754.F80, b)
	}
	return [2]uint64{b.Lo, b.Hi}
}

// x87Depth is how many values are on the stack when the code ends: the outputs, and the inputs that neither an output
// nor a clobber says it has taken off.
func (r *asmRun) x87Depth() int {
	n := 0
	gone := slices.Clone(r.a.Clobbers)
	for _, out := range r.a.Out {
		if x87Number(out.Reg) >= 0 {
			n++
			gone = append(gone, out.Reg)
		}
	}
	for _, in := range r.a.In {
		if x87Number(in.Reg) >= 0 && !slices.Contains(gone, in.Reg) {
			n++
		}
	}
	return n
}
