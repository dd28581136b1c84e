package build

import (
	"math"

	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/fuzz/gen/span"
	"github.com/tuffy-ir/tuffy/ir"
)

// Aggregates are the struct and array types that programs use. The first plainAggregates
// have no pointers.
var Aggregates = func() []ir.Type {
	must := func(t ir.Type, err error) ir.Type {
		if err != nil {
			panic("BUG: " + err.Error())
		}
		return t
	}
	pair := must(ir.Struct(ir.Int, ir.Int))
	ints := must(ir.Array(ir.Int, 3))
	halves := must(ir.Array(ir.F16, 2))
	return []ir.Type{
		pair, ints,
		must(ir.Struct(ir.F64, must(ir.Array(ir.Int, 2)))),
		must(ir.Struct(ir.Int, ir.Bool)),
		must(ir.Struct(ir.Bytes(4), ir.F32)),
		must(ir.Struct(ir.Vec(64, false), halves)),
		must(ir.Struct(pair, ir.BF16, ir.Bool)),
		must(ir.Struct(ir.Ptr, ir.Int)),
		must(ir.Array(ir.Ptr, 2)),
		must(ir.Struct(ir.Unit, ir.Int, ir.F128)),
	}
}()

// FloatBits are constants that matter, by format: zero, one, the smallest and largest
// subnormal and normal, infinity, a quiet and a signalling NaN.
// The last three are where conversions change: a tenth, the number above which not every int is exact, and a number
// at the bound of a machine integer.
var FloatBits = map[ir.Type][]uint64{
	ir.F64:  {0, 0x3ff0000000000000, 1, 0x000fffffffffffff, 0x0010000000000000, 0x7fefffffffffffff, 0x7ff0000000000000, 0x7ff8000000000000, 0x7ff0000000000001, 0x3fb999999999999a, 0x4340000000000000, 0x41dfffffffc00000},
	ir.F32:  {0, 0x3f800000, 1, 0x007fffff, 0x00800000, 0x7f7fffff, 0x7f800000, 0x7fc00000, 0x7f800001, 0x3dcccccd, 0x4b800000, 0x4f000000},
	ir.F16:  {0, 0x3c00, 1, 0x03ff, 0x0400, 0x7bff, 0x7c00, 0x7e00, 0x7c01, 0x2e66, 0x6800, 0x5bf8},
	ir.BF16: {0, 0x3f80, 1, 0x007f, 0x0080, 0x7f7f, 0x7f80, 0x7fc0, 0x7f81, 0x3dcd, 0x4380, 0x4f00},
}

// Mantissa is the number of fraction bits.
var Mantissa = map[ir.Type]uint{ir.F64: 52, ir.F32: 23, ir.F16: 10, ir.BF16: 7}

// ClassOf is the class of a float given by its bits.
// It is written apart from the interpreter's, which a wrong class would otherwise agree with.
func ClassOf(t ir.Type, b uint64) ir.FPClass {
	n, m := uint(t.FloatBits()), Mantissa[t]
	frac, exp := b&(1<<m-1), b>>m&(1<<(n-m-1)-1)
	negative := b>>(n-1)&1 == 1
	side := func(p, q ir.FPClass) ir.FPClass {
		if negative {
			return q
		}
		return p
	}
	switch {
	case exp == 1<<(n-m-1)-1 && frac>>(m-1) == 1:
		return ir.ClassQNaN
	case exp == 1<<(n-m-1)-1 && frac != 0:
		return ir.ClassSNaN
	case exp == 1<<(n-m-1)-1:
		return side(ir.ClassPInf, ir.ClassNInf)
	case exp != 0:
		return side(ir.ClassPNorm, ir.ClassNNorm)
	case frac != 0:
		return side(ir.ClassPSub, ir.ClassNSub)
	}
	return side(ir.ClassPZero, ir.ClassNZero)
}

// Float makes a constant of a format.
func (x *Func) Float(r *choice.Record, t ir.Type) Value {
	table := FloatBits[t]
	b := table[r.Below(len(table))]
	switch r.Below(8) {
	case 5, 6:
		b = Encoded(t, Moderate(r, t))
	case 7:
		b = r.Word() >> (64 - t.FloatBits())
	}
	if r.Chance(300) {
		b |= 1 << (t.FloatBits() - 1)
	}
	return x.Define(x.Emit(ir.OpFConst, ir.Attr{N: uint32(t), Imm: int64(b)}, nil), 0, Value{Class: ClassOf(t, b)})
}

// FieldSpan is what the ints of aggregates that are passed around are in.
var FieldSpan = span.Signed(64)

// FloatTypes are the float formats that values have.
var FloatTypes = [...]ir.Type{ir.F64, ir.F32, ir.F16, ir.BF16}

// Divisions are the operations that divide.
var Divisions = [...]ir.Op{ir.OpDiv, ir.OpRem, ir.OpTDiv, ir.OpTRem}

// Sizes are numbers of bits that operations on the low bits take.
var Sizes = [...]uint{8, 16, 32, 64, 1, 7, 24, 31, 33, 63, 65}

// Encoded is the bits of a number that the format holds and that is far from its largest.
func Encoded(t ir.Type, v float64) uint64 {
	m, n := Mantissa[t], uint(t.FloatBits())
	bias := 1<<(n-m-2) - 1
	sign := uint64(0)
	if math.Signbit(v) {
		sign = 1 << (n - 1)
	}
	frac, exp := math.Frexp(math.Abs(v))
	if exp += bias - 1; frac == 0 || exp <= 0 {
		return sign | uint64(math.Ldexp(frac, exp+int(m)))
	}
	return sign | uint64(exp)<<m | uint64(math.Ldexp(frac, int(m)+1))&(1<<m-1)
}

// Moderate draws a number of the format in [1, 128), most of them with fraction bits at random,
// the others with few: their products and conversions lie halfway between two numbers.
func Moderate(r *choice.Record, t ir.Type) float64 {
	m := Mantissa[t]
	frac := r.Word() >> (64 - m)
	if r.Below(2) == 0 {
		low := uint(r.Byte()) % m
		frac = (frac>>low | 1) << low
	}
	return math.Ldexp(float64(1<<m|frac), r.Below(7)-int(m))
}

// Vectors are the vector types that programs use.
var Vectors = [...]ir.Type{ir.Vec(128, false), ir.Vec(64, false), ir.Vec(256, false), ir.Vec(64, true), ir.Vec(128, true), ir.Vec(32, false)}

// The lane formats of the kinds of operations.
var (
	IntLanes = []ir.Lane{{Kind: ir.LaneI, Bits: 32}, {Kind: ir.LaneI, Bits: 8}, {Kind: ir.LaneI, Bits: 16}, {Kind: ir.LaneI, Bits: 64},
		{Kind: ir.LaneU, Bits: 8}, {Kind: ir.LaneU, Bits: 16}, {Kind: ir.LaneU, Bits: 32}, {Kind: ir.LaneU, Bits: 64},
		{Kind: ir.LaneS, Bits: 8}, {Kind: ir.LaneS, Bits: 16}, {Kind: ir.LaneS, Bits: 32}, {Kind: ir.LaneS, Bits: 64}}
	FloatLanes = []ir.Lane{{Kind: ir.LaneF, Bits: 32}, {Kind: ir.LaneF, Bits: 64}, {Kind: ir.LaneF, Bits: 16}, {Kind: ir.LaneBF, Bits: 16}}
	MaskLane   = ir.Lane{Kind: ir.LaneMask, Bits: 8}
	PtrLane    = ir.Lane{Kind: ir.LanePtr, Bits: 64}
)

// Lane draws a lane format that t has; wide allows floats, or masks.
func Lane(r *choice.Record, t ir.Type, tables ...[]ir.Lane) ir.Lane {
	var fits []ir.Lane
	for _, table := range tables {
		for _, l := range table {
			if _, ok := l.Lanes(t); ok {
				fits = append(fits, l)
			}
		}
	}
	return fits[r.Below(len(fits))]
}
