package interp

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// vecOf reads a vector: hexadecimal bytes, ?? poison, ?5 poison with cause 5, __ uninit, pK
// byte K of a pointer.
func vecOf(s string) Bytes {
	var out Bytes
	for _, w := range strings.Fields(s) {
		var b memory.Byte
		var n uint8
		switch {
		case w == "??":
			b = memory.PoisonByte(0)
		case w == "__":
			b = memory.UninitByte()
		case w[0] == '?':
			fmt.Sscanf(w[1:], "%d", &n)
			b = memory.PoisonByte(uint32(n))
		case w[0] == 'p':
			fmt.Sscanf(w[1:], "%d", &n)
			b = memory.FragmentByte(testPointer, n)
		default:
			if _, err := fmt.Sscanf(w, "%x", &n); err != nil {
				panic("BUG: vector " + s)
			}
			b = memory.BitsByte(n)
		}
		out.B = append(out.B, b)
	}
	return out
}

var testPointer = memory.Pointer{Addr: 0x1234, Alloc: 7, Kind: memory.ProvAlloc}

// vecText writes a vector as vecOf reads it.
func vecText(v Bytes) string {
	var s []string
	for _, b := range v.B {
		switch {
		case b.Kind == memory.Bits:
			s = append(s, fmt.Sprintf("%02x", b.Value))
		case b.Kind == memory.Uninit:
			s = append(s, "__")
		case b.Kind == memory.Fragment:
			s = append(s, fmt.Sprintf("p%d", b.Value))
		case b.Cause == 0:
			s = append(s, "??")
		default:
			s = append(s, fmt.Sprintf("?%d", b.Cause))
		}
	}
	return strings.Join(s, " ")
}

// typeOfValue is the type of a test operand.
func typeOfValue(v Value) ir.Type {
	switch v := v.(type) {
	case Bytes:
		return ir.Vec(uint32(8*len(v.B)), false)
	case Bool:
		return ir.Bool
	case Float:
		return v.Type
	case Ptr:
		return ir.Ptr
	}
	return ir.Int
}

func lane(s string) ir.Lane {
	l, ok := ir.ParseLane(s)
	if !ok {
		panic("BUG: lane " + s)
	}
	return l
}

// vecCase is one application with its expected result: a vector text, "poison: " and the
// name of the cause, or a formatted scalar.
type vecCase struct {
	op   ir.Op
	lane string
	pred ir.Pred
	to   int // bytes of the result of splat
	args []Value
	want string
}

func (c vecCase) run() string {
	types := make([]ir.Type, len(c.args))
	for n, v := range c.args {
		types[n] = typeOfValue(v)
	}
	var arrow []ir.Type
	if c.to != 0 {
		arrow = []ir.Type{ir.Vec(uint32(8*c.to), false)}
	}
	got, why, limit := apply(c.op, ir.Attr{Lane: lane(c.lane), Pred: c.pred}, types, arrow, nil, evalCtx{}, c.args...)
	switch {
	case limit != "":
		return "limit: " + limit
	case why != nil:
		return "poison: " + why.Kind.String()
	}
	if v, ok := got[0].(Bytes); ok {
		return vecText(v)
	}
	return FormatValue(got[0], nil)
}

var vecCases = []vecCase{
	// One lane out of range is poison, the others are not; i wraps.
	{op: ir.OpVecAdd, lane: "s8", args: []Value{vecOf("7f 01 ff 80"), vecOf("01 01 01 ff")}, want: "?? 02 00 ??"},
	{op: ir.OpVecAdd, lane: "u8", args: []Value{vecOf("7f 01 ff 80"), vecOf("01 01 01 ff")}, want: "80 02 ?? ??"},
	{op: ir.OpVecAdd, lane: "i8", args: []Value{vecOf("7f 01 ff 80"), vecOf("01 01 01 ff")}, want: "80 02 00 7f"},
	{op: ir.OpVecSub, lane: "u16", args: []Value{vecOf("00 01 00 00"), vecOf("01 00 01 00")}, want: "ff 00 ?? ??"},
	{op: ir.OpVecMul, lane: "i16", args: []Value{vecOf("00 01 03 00"), vecOf("00 01 05 00")}, want: "00 00 0f 00"},
	{op: ir.OpVecMul, lane: "s64", args: []Value{vecOf("00 00 00 00 00 00 00 40"), vecOf("02 00 00 00 00 00 00 00")}, want: "?? ?? ?? ?? ?? ?? ?? ??"},
	{op: ir.OpVecMul, lane: "u64", args: []Value{vecOf("00 00 00 00 00 00 00 40"), vecOf("02 00 00 00 00 00 00 00")}, want: "00 00 00 00 00 00 00 80"},
	{op: ir.OpVecDiv, lane: "s8", args: []Value{vecOf("f9 80 07 01"), vecOf("02 ff fe 00")}, want: "fc ?? fd ??"},
	{op: ir.OpVecRem, lane: "s8", args: []Value{vecOf("f9 80 07 01"), vecOf("02 ff fe 00")}, want: "01 00 01 ??"},
	{op: ir.OpVecDiv, lane: "i8", args: []Value{vecOf("f9 80 07 01"), vecOf("02 ff fe 01")}, want: "7c 00 00 01"},
	{op: ir.OpVecShl, lane: "i8", args: []Value{vecOf("03 01 01 ff"), vecOf("01 07 08 ff")}, want: "06 80 00 00"},
	{op: ir.OpVecShl, lane: "s8", args: []Value{vecOf("03 01 00 01"), vecOf("01 07 7f ff")}, want: "06 ?? 00 ??"},
	{op: ir.OpVecShr, lane: "s8", args: []Value{vecOf("80 80 7f 01"), vecOf("07 7f 01 ff")}, want: "ff ff 3f ??"},
	{op: ir.OpVecShr, lane: "u8", args: []Value{vecOf("80 80 7f 01"), vecOf("07 7f 01 ff")}, want: "01 00 3f 00"},
	{op: ir.OpVecMin, lane: "s8", args: []Value{vecOf("80 01"), vecOf("01 80")}, want: "80 80"},
	{op: ir.OpVecMin, lane: "u8", args: []Value{vecOf("80 01"), vecOf("01 80")}, want: "01 01"},
	{op: ir.OpVecMax, lane: "i8", args: []Value{vecOf("80 01"), vecOf("01 80")}, want: "80 80"},
	{op: ir.OpVecAnd, lane: "s16", args: []Value{vecOf("f0 f0"), vecOf("3c ff")}, want: "30 f0"},
	{op: ir.OpVecOr, lane: "u16", args: []Value{vecOf("f0 f0"), vecOf("3c 0f")}, want: "fc ff"},
	{op: ir.OpVecXor, lane: "i16", args: []Value{vecOf("f0 f0"), vecOf("3c 0f")}, want: "cc ff"},
	{op: ir.OpVecAnd, lane: "m", args: []Value{vecOf("02 01 00 04"), vecOf("01 00 00 08")}, want: "01 00 00 01"},
	{op: ir.OpVecOr, lane: "m", args: []Value{vecOf("02 01 00 04"), vecOf("01 00 00 08")}, want: "01 01 00 01"},
	{op: ir.OpVecXor, lane: "m", args: []Value{vecOf("02 01 00 04"), vecOf("01 00 00 08")}, want: "00 01 00 00"},

	// Poison bytes poison their lane and keep their cause; a cause handle of 0 is a birth.
	{op: ir.OpVecAdd, lane: "i16", args: []Value{vecOf("01 ?5 02 00 03 00 04 00"), vecOf("01 00 __ 00 01 00 p0 p1")}, want: "?5 ?5 ?? ?? 04 00 ?? ??"},
	{op: ir.OpVecAnd, lane: "i8", args: []Value{vecOf("00 ?3"), vecOf("?4 00")}, want: "?4 ?3"},
	// Inactive lanes are those of operand 0, in any state, and are not computed.
	{op: ir.OpVecDiv, lane: "i8", args: []Value{vecOf("09 08 ?5 __"), vecOf("00 02 00 00"), vecOf("00 01 00 00")}, want: "09 04 ?5 __"},
	{op: ir.OpVecAdd, lane: "i8", args: []Value{vecOf("01 02 03 04"), vecOf("01 01 01 01"), vecOf("?6 80 __ 00")}, want: "?6 03 ?? 04"},

	{op: ir.OpVecICmp, lane: "s16", pred: ir.LT, args: []Value{vecOf("ff ff 01 00"), vecOf("00 00 00 ?2")}, want: "01 ?2"},
	{op: ir.OpVecICmp, lane: "u16", pred: ir.LT, args: []Value{vecOf("ff ff 01 00"), vecOf("00 00 02 00")}, want: "00 01"},
	{op: ir.OpVecFCmp, lane: "f16", pred: ir.FOLT, args: []Value{vecOf("00 3c 00 7e"), vecOf("00 40 00 40")}, want: "01 00"},
	{op: ir.OpVecFCmp, lane: "f16", pred: ir.FULT, args: []Value{vecOf("00 3c 00 7e"), vecOf("00 40 00 40")}, want: "01 01"},

	{op: ir.OpVecFAdd, lane: "f16", args: []Value{vecOf("00 3c 00 3c 00 7c ?1 00"), vecOf("00 3c 00 bc 00 fc 00 00")}, want: "00 40 00 00 00 7e ?1 ?1"},
	{op: ir.OpVecFMul, lane: "bf16", args: []Value{vecOf("80 3f 00 40"), vecOf("00 40 00 40")}, want: "00 40 80 40"},
	{op: ir.OpVecFNeg, lane: "f16", args: []Value{vecOf("01 7e 00 00")}, want: "01 fe 00 80"},
	{op: ir.OpVecFNeg, lane: "f16", args: []Value{vecOf("00 3c 00 3c"), vecOf("00 01")}, want: "00 3c 00 bc"},
	{op: ir.OpVecFAbs, lane: "f16", args: []Value{vecOf("01 fe 00 80")}, want: "01 7e 00 00"},
	{op: ir.OpVecFMin, lane: "f16", args: []Value{vecOf("00 7e 00 80"), vecOf("00 3c 00 00")}, want: "00 3c 00 80"},
	{op: ir.OpVecFMax, lane: "f16", args: []Value{vecOf("00 7e 00 80"), vecOf("00 3c 00 00")}, want: "00 3c 00 00"},

	{op: ir.OpVecReduceAdd, lane: "s8", args: []Value{vecOf("7f 7f ff 7f")}, want: "380"},
	{op: ir.OpVecReduceAdd, lane: "u8", args: []Value{vecOf("7f 7f ff 7f")}, want: "636"},
	{op: ir.OpVecReduceAdd, lane: "i8", args: []Value{vecOf("7f 7f ff 7f")}, want: "124"},
	{op: ir.OpVecReduceAdd, lane: "s8", args: []Value{vecOf("7f ?1 01 02"), vecOf("00 00 01 07")}, want: "3"},
	{op: ir.OpVecReduceAdd, lane: "s8", args: []Value{vecOf("7f ?1 01 02"), vecOf("00 01 01 07")}, want: "poison: flow"},
	{op: ir.OpVecReduceAdd, lane: "s8", args: []Value{vecOf("7f 01 01 02"), vecOf("00 __ 01 07")}, want: "poison: uninit read"},
	{op: ir.OpVecReduceAdd, lane: "i16", args: []Value{vecOf("p0 p1 01 02")}, want: "poison: pointer bytes read"},
	{op: ir.OpVecReduceAdd, lane: "s8", args: []Value{vecOf("7f 01"), vecOf("00 00")}, want: "0"},
	{op: ir.OpVecReduceMul, lane: "s8", args: []Value{vecOf("80 80 80 02")}, want: "-4194304"},
	{op: ir.OpVecReduceMul, lane: "i8", args: []Value{vecOf("ff ff ff 02")}, want: "254"},
	{op: ir.OpVecReduceMul, lane: "u8", args: []Value{vecOf("7f 01"), vecOf("00 00")}, want: "1"},
	{op: ir.OpVecReduceMul, lane: "u8", args: []Value{vecOf("7f 01 00 01")}, want: "0"},
	{op: ir.OpVecReduceSMin, lane: "u8", args: []Value{vecOf("80 7f")}, want: "-128"},
	{op: ir.OpVecReduceSMax, lane: "u8", args: []Value{vecOf("80 7f")}, want: "127"},
	{op: ir.OpVecReduceUMin, lane: "s8", args: []Value{vecOf("80 7f")}, want: "127"},
	{op: ir.OpVecReduceUMax, lane: "s8", args: []Value{vecOf("80 7f")}, want: "128"},
	{op: ir.OpVecReduceUMax, lane: "s8", args: []Value{vecOf("80 7f"), vecOf("00 00")}, want: "poison: lane"},
	{op: ir.OpVecReduceAnd, lane: "s16", args: []Value{vecOf("f0 ff 3c ff")}, want: "-208"},
	{op: ir.OpVecReduceAnd, lane: "u16", args: []Value{vecOf("f0 ff 3c ff")}, want: "65328"},
	{op: ir.OpVecReduceAnd, lane: "s16", args: []Value{vecOf("f0 ff 3c ff"), vecOf("00 00")}, want: "-1"},
	{op: ir.OpVecReduceAnd, lane: "i64", args: []Value{vecOf("01 00 00 00 00 00 00 00"), vecOf("00")}, want: "18446744073709551615"},
	{op: ir.OpVecReduceOr, lane: "i8", args: []Value{vecOf("01 82 00 04")}, want: "135"},
	{op: ir.OpVecReduceXor, lane: "s8", args: []Value{vecOf("01 81 00 04")}, want: "-124"},
	{op: ir.OpVecReduceOr, lane: "s8", args: []Value{vecOf("01 82"), vecOf("00 00")}, want: "0"},
	{op: ir.OpVecReduceFAdd, lane: "f16", args: []Value{vecOf("00 3c 00 40")}, want: "3.0 (0x4200)"},
	{op: ir.OpVecReduceFAdd, lane: "f16", args: []Value{vecOf("00 80 00 80")}, want: "-0.0 (0x8000)"},
	{op: ir.OpVecReduceFAdd, lane: "f16", args: []Value{vecOf("00 3c 00 40"), vecOf("00 00")}, want: "-0.0 (0x8000)"},
	// 2048 + 1 rounds to 2048 in f16: the order of the lanes shows.
	{op: ir.OpVecReduceFAdd, lane: "f16", args: []Value{vecOf("00 68 00 3c 00 3c 00 e8")}, want: "0.0 (0x0)"},
	{op: ir.OpVecReduceFMin, lane: "f16", args: []Value{vecOf("00 7e 00 40")}, want: "2.0 (0x4000)"},
	{op: ir.OpVecReduceFMax, lane: "f16", args: []Value{vecOf("00 7e 01 7e")}, want: "nan (0x7e00)"},
	{op: ir.OpVecReduceFMax, lane: "f16", args: []Value{vecOf("00 7e 01 7e"), vecOf("00 00")}, want: "poison: lane"},

	// Lanes are moved in whatever state they are.
	{op: ir.OpVecSelect, lane: "i16", args: []Value{vecOf("01 00 __ ?4"), vecOf("01 ?1 02 02 03 03 04 04"), vecOf("05 05 __ p3 06 06 07 07")}, want: "01 ?1 __ p3 ?? ?? ?4 ?4"},
	{op: ir.OpVecCompress, lane: "i16", args: []Value{vecOf("01 ?1 02 02 __ 03 04 04"), vecOf("00 01 80 00")}, want: "02 02 __ 03 00 00 00 00"},
	{op: ir.OpVecCompress, lane: "i16", args: []Value{vecOf("01 ?1 02 02 __ 03 04 04"), vecOf("00 01 ?1 00")}, want: "poison: flow"},
	{op: ir.OpVecExpand, lane: "i16", args: []Value{vecOf("01 ?1 __ 02 03 03 04 04"), vecOf("00 01 00 01")}, want: "00 00 01 ?1 00 00 __ 02"},
	{op: ir.OpVecExpand, lane: "i16", args: []Value{vecOf("01 ?1 __ 02 03 03 04 04"), vecOf("00 01 __ 01")}, want: "poison: uninit read"},
	{op: ir.OpVecSplat, lane: "s8", to: 4, args: []Value{NewInt(-2)}, want: "fe fe fe fe"},
	{op: ir.OpVecSplat, lane: "u8", to: 4, args: []Value{NewInt(-2)}, want: "?? ?? ?? ??"},
	{op: ir.OpVecSplat, lane: "i16", to: 4, args: []Value{NewInt(-2)}, want: "fe ff fe ff"},
	{op: ir.OpVecSplat, lane: "m", to: 2, args: []Value{Bool(true)}, want: "01 01"},
	{op: ir.OpVecSplat, lane: "f16", to: 4, args: []Value{Float{Type: ir.F16, Lo: 0x7c01}}, want: "01 7c 01 7c"},
	{op: ir.OpVecSplat, lane: "ptr", to: 16, args: []Value{Ptr{testPointer}}, want: "p0 p1 p2 p3 p4 p5 p6 p7 p0 p1 p2 p3 p4 p5 p6 p7"},
	{op: ir.OpVecExtract, lane: "s8", args: []Value{vecOf("80 ff ?1 __"), NewInt(1)}, want: "-1"},
	{op: ir.OpVecExtract, lane: "u8", args: []Value{vecOf("80 ff ?1 __"), NewInt(1)}, want: "255"},
	{op: ir.OpVecExtract, lane: "u8", args: []Value{vecOf("80 ff ?1 __"), NewInt(2)}, want: "poison: flow"},
	{op: ir.OpVecExtract, lane: "u8", args: []Value{vecOf("80 ff ?1 __"), NewInt(3)}, want: "poison: uninit read"},
	{op: ir.OpVecExtract, lane: "u8", args: []Value{vecOf("80 ff ?1 __"), NewInt(4)}, want: "poison: lane"},
	{op: ir.OpVecExtract, lane: "u8", args: []Value{vecOf("80 ff ?1 __"), NewInt(-1)}, want: "poison: lane"},
	{op: ir.OpVecExtract, lane: "m", args: []Value{vecOf("80 00"), NewInt(0)}, want: "true"},
	{op: ir.OpVecExtract, lane: "f16", args: []Value{vecOf("00 00 00 3c"), NewInt(1)}, want: "1.0 (0x3c00)"},
	{op: ir.OpVecExtract, lane: "f16", args: []Value{vecOf("00 00 p0 p1"), NewInt(1)}, want: "poison: pointer bytes read"},
	{op: ir.OpVecExtract, lane: "ptr", args: []Value{vecOf("p0 p1 p2 p3 p4 p5 p6 p7"), NewInt(0)}, want: FormatValue(Ptr{testPointer}, nil)},
	{op: ir.OpVecExtract, lane: "ptr", args: []Value{vecOf("p0 p1 p3 p2 p4 p5 p6 p7"), NewInt(0)}, want: "poison: pointer bytes read"},
	{op: ir.OpVecExtract, lane: "ptr", args: []Value{vecOf("p0 p1 p2 p3 p4 p5 p6 00"), NewInt(0)}, want: "poison: pointer bytes read"},
	{op: ir.OpVecExtract, lane: "ptr", args: []Value{vecOf("10 00 00 00 00 00 00 00"), NewInt(0)}, want: "0x10 (no provenance)"},
	{op: ir.OpVecInsert, lane: "i16", args: []Value{vecOf("01 ?1 __ 02"), NewInt(-1), NewInt(1)}, want: "01 ?1 ff ff"},
	{op: ir.OpVecInsert, lane: "s16", args: []Value{vecOf("01 ?1 __ 02"), NewInt(40000), NewInt(1)}, want: "01 ?1 ?? ??"},
	{op: ir.OpVecInsert, lane: "i16", args: []Value{vecOf("01 00 02 00"), Poison{}, NewInt(0)}, want: "?? ?? 02 00"},
	{op: ir.OpVecInsert, lane: "i16", args: []Value{vecOf("01 00 02 00"), NewInt(5), NewInt(2)}, want: "poison: lane"},
	{op: ir.OpVecInsert, lane: "i16", args: []Value{vecOf("01 00 02 00"), NewInt(5), Poison{}}, want: "poison: flow"},
	{op: ir.OpVecShuffle, lane: "i16", args: []Value{vecOf("01 ?1 02 02 03 03 04 04"), vecOf("05 05 __ p3 06 06 07 07"), vecOf("05 00 08 ?7")}, want: "__ p3 01 ?1 ?? ?? ?7 ?7"},
	{op: ir.OpVecShuffle, lane: "i16", args: []Value{vecOf("01 01 02 02 03 03 04 04"), vecOf("05 05 06 06 07 07 08 08"), vecOf("06 07 03 01")}, want: "07 07 08 08 04 04 02 02"},
	{op: ir.OpVecShuffle, lane: "i8", args: []Value{vecOf("01 02"), vecOf("03 04"), vecOf("03 00 00 00 ff ff ff ff")}, want: "04 ??"},
}

func TestEvalVecTable(t *testing.T) {
	for _, c := range vecCases {
		if got := c.run(); got != c.want {
			t.Errorf("%s.%s %v:\ngot  %s\nwant %s", c.op, c.lane, FormatValue(Aggregate{c.args}, nil), got, c.want)
		}
	}
}

// pairs are two vectors whose lanes together are all pairs of bytes.
func pairs() (a, b Bytes) {
	for x := range 256 {
		for y := range 256 {
			a.B = append(a.B, memory.BitsByte(uint8(x)))
			b.B = append(b.B, memory.BitsByte(uint8(y)))
		}
	}
	return a, b
}

// refLanes are the operations on ints by definition; refUnknown is poison.
var refLanes = map[ir.Op]func(a, b int64) int64{
	ir.OpVecAdd: func(a, b int64) int64 { return a + b },
	ir.OpVecSub: func(a, b int64) int64 { return a - b },
	ir.OpVecMul: func(a, b int64) int64 { return a * b },
	ir.OpVecDiv: func(a, b int64) int64 {
		if b == 0 {
			return refUnknown
		}
		return (a - euclidRest(a, b)) / b
	},
	ir.OpVecRem: func(a, b int64) int64 {
		if b == 0 {
			return refUnknown
		}
		return euclidRest(a, b)
	},
	ir.OpVecShl: func(a, b int64) int64 {
		switch {
		case b < 0:
			return refUnknown
		case a == 0:
			return 0
		}
		return a << min(b, 40) // beyond every lane of 8 bits
	},
	ir.OpVecShr: func(a, b int64) int64 {
		if b < 0 {
			return refUnknown
		}
		return a >> min(b, 40)
	},
	ir.OpVecMin: func(a, b int64) int64 { return min(a, b) },
	ir.OpVecMax: func(a, b int64) int64 { return max(a, b) },
	ir.OpVecAnd: func(a, b int64) int64 { return a & b },
	ir.OpVecOr:  func(a, b int64) int64 { return a | b },
	ir.OpVecXor: func(a, b int64) int64 { return a ^ b },
}

// euclidRest counts a down or up by |b| into [0, |b|).
func euclidRest(a, b int64) int64 {
	r := a % b
	if r < 0 {
		r = max(r+b, r-b)
	}
	return r
}

// Every operation on every pair of 8-bit lanes, in the three readings.
func TestEvalVecExhaustive(t *testing.T) {
	a, b := pairs()
	typ := typeOfValue(a)
	for n := range ir.NumOps {
		ref := refLanes[ir.Op(n)]
		if ref == nil {
			continue
		}
		for _, format := range testseed.Sample(t, 3, []string{"s8", "u8", "i8"}) {
			got, why, limit := apply(ir.Op(n), ir.Attr{Lane: lane(format)}, []ir.Type{typ, typ}, nil, nil, evalCtx{}, a, b)
			if why != nil || limit != "" {
				t.Fatal(ir.Op(n), format, why, limit)
			}
			for k, g := range got[0].(Bytes).B {
				x, y := int64(k/256), int64(k%256)
				if format == "s8" {
					x, y = int64(int8(x)), int64(int8(y))
				}
				want := memory.PoisonByte(0)
				switch r := ref(x, y); {
				case r == refUnknown:
				case format == "s8" && r == int64(int8(r)), format == "u8" && r == int64(uint8(r)), format == "i8":
					want = memory.BitsByte(uint8(r))
				}
				if g != want {
					t.Fatalf("%s.%s %d, %d = %v, want %v", ir.Op(n), format, x, y, g, want)
				}
			}
		}
	}
}

// Wider lanes agree with the scalar operation on the integers that the lanes stand for.
func TestEvalVecWideLanes(t *testing.T) {
	r := evalSeed(t)
	for range 400 {
		size := 8 << r.IntN(4)
		format := []string{"s", "u", "i"}[r.IntN(3)] + fmt.Sprint(size)
		op := ir.OpVecAdd + ir.Op(r.IntN(12))
		ref := refLanes[op]
		if ref == nil {
			t.Fatalf("%s has no reference", op)
		}
		a, b := randomLanes(r, 32), randomLanes(r, 32)
		if op == ir.OpVecShl || op == ir.OpVecShr {
			for k := range b.B { // amounts below 128, some negative
				if k%(size/8) != 0 {
					b.B[k] = memory.BitsByte(0)
				}
			}
		}
		typ := typeOfValue(a)
		got, _, _ := apply(op, ir.Attr{Lane: lane(format)}, []ir.Type{typ, typ}, nil, nil, evalCtx{}, a, b)
		for k := range 32 / (size / 8) {
			checkWideLane(t, op, format, size/8, k, a, b, got[0].(Bytes))
		}
	}
}

func randomLanes(r *rand.Rand, n int) Bytes {
	var v Bytes
	for range n {
		v.B = append(v.B, memory.BitsByte([]uint8{0, 1, 0x7f, 0x80, 0xff, uint8(r.Uint32()), uint8(r.Uint32())}[r.IntN(7)]))
	}
	return v
}

// readRef reads a lane of n bytes by summing its digits.
func readRef(v Bytes, n, k int, signed bool) *big.Int {
	x, weight := new(big.Int), big.NewInt(1)
	for i := range n {
		d := int64(v.B[k*n+i].Value)
		if signed && i == n-1 && d >= 128 {
			d -= 256
		}
		x.Add(x, new(big.Int).Mul(weight, big.NewInt(d)))
		weight = new(big.Int).Mul(weight, big.NewInt(256))
	}
	return x
}

func checkWideLane(t *testing.T, op ir.Op, format string, n, k int, a, b, got Bytes) {
	t.Helper()
	signed := format[0] == 's'
	x, y := readRef(a, n, k, signed), readRef(b, n, k, signed)
	scalar := map[ir.Op]func(a, b *big.Int) (*big.Int, *pureFault){
		ir.OpVecAdd: twoBig(evalAdd), ir.OpVecSub: twoBig(evalSub), ir.OpVecMul: twoBig(evalMul), ir.OpVecDiv: twoBig(evalDiv), ir.OpVecRem: twoBig(evalRem),
		ir.OpVecShl: twoBig(evalShl), ir.OpVecShr: twoBig(evalShr), ir.OpVecMin: twoBig(evalMin), ir.OpVecMax: twoBig(evalMax),
		ir.OpVecAnd: twoBig(evalAnd), ir.OpVecOr: twoBig(evalOr), ir.OpVecXor: twoBig(evalXor),
	}[op]
	want, why := scalar(x, y)
	isPoison := why != nil
	mod := new(big.Int).Exp(big.NewInt(256), big.NewInt(int64(n)), nil)
	if !isPoison {
		low, high := new(big.Int), new(big.Int).Set(mod)
		if signed {
			high.Div(mod, big.NewInt(2))
			low.Neg(high)
		}
		switch fits := want.Cmp(low) >= 0 && want.Cmp(high) < 0; {
		case format[0] == 'i':
			want.Mod(want, mod)
		case !fits:
			isPoison = true
		}
	}
	for i := range n {
		if p := got.B[k*n+i].Kind == memory.Poison; p != isPoison {
			t.Fatalf("%s.%s %v, %v: poison %v, want %v", op, format, x, y, p, isPoison)
		}
	}
	if !isPoison && readRef(got, n, k, signed).Cmp(want) != 0 {
		t.Fatalf("%s.%s %v, %v = %v, want %v", op, format, x, y, readRef(got, n, k, signed), want)
	}
}

// The float lanes agree with the host's arithmetic.
func TestEvalVecFloatLanes(t *testing.T) {
	r := evalSeed(t)
	host := map[ir.Op]func(a, b float32) float32{
		ir.OpVecFAdd: func(a, b float32) float32 { return a + b }, ir.OpVecFSub: func(a, b float32) float32 { return a - b },
		ir.OpVecFMul: func(a, b float32) float32 { return a * b }, ir.OpVecFDiv: func(a, b float32) float32 { return a / b },
	}
	f32 := func(v Bytes, k int) float32 {
		return math.Float32frombits(uint32(readRef(v, 4, k, false).Uint64()))
	}
	for op := ir.OpVecFAdd; op <= ir.OpVecFDiv; op++ {
		for range 50 {
			a, b := randomLanes(r, 64), randomLanes(r, 64)
			typ := typeOfValue(a)
			got, _, _ := apply(op, ir.Attr{Lane: lane("f32")}, []ir.Type{typ, typ}, nil, nil, evalCtx{}, a, b)
			for k := range 16 {
				x, y := f32(a, k), f32(b, k)
				want := host[op](x, y)
				bits := math.Float32bits(want)
				if want != want {
					bits = 0x7fc00000
				}
				if g := uint32(readRef(got[0].(Bytes), 4, k, false).Uint64()); g != bits {
					t.Fatalf("%s.f32 %v, %v = %x, want %x", op, x, y, g, bits)
				}
			}
		}
	}
}

// Poison that is born in a lane is recorded once for the lane, with its reason.
func TestEvalVecLaneCauses(t *testing.T) {
	var log []string
	c := evalCtx{
		lanePoison: func(kind CauseKind, detail string) uint32 {
			log = append(log, kind.String()+": "+detail)
			return uint32(100 + len(log))
		},
		causeHandle: func(*Cause) uint32 { return 42 },
	}
	a, b := vecOf("7f 01 05 ?9"), vecOf("01 01 __ 01")
	typ := typeOfValue(a)
	got, _, _ := apply(ir.OpVecAdd, ir.Attr{Lane: lane("s8")}, []ir.Type{typ, typ}, nil, nil, c, a, b)
	if s := vecText(got[0].(Bytes)); s != "?101 02 ?102 ?9" {
		t.Errorf("vec.add: %s", s)
	}
	want := []string{"lane: 128 does not fit a lane of format s8", "uninit read: bytes [0, 1) of the lane are uninit"}
	if fmt.Sprint(log) != fmt.Sprint(want) {
		t.Errorf("causes %q", log)
	}
	args := []Value{a, Poison{&Cause{}}, NewInt(0)}
	got, _, _ = apply(ir.OpVecInsert, ir.Attr{Lane: lane("i16")}, []ir.Type{typ, ir.Int, ir.Int}, nil, nil, c, args...)
	if s := vecText(got[0].(Bytes)); s != "?42 ?42 05 ?9" {
		t.Errorf("vec.insert: %s", s)
	}
}

func TestEvalVecScalable(t *testing.T) {
	typ := ir.Vec(32, true)
	got, why, _ := apply(ir.OpVecSplat, ir.Attr{Lane: lane("i16")}, []ir.Type{ir.Int}, []ir.Type{typ}, nil, evalCtx{vscale: 3}, NewInt(0x102))
	if why != nil || vecText(got[0].(Bytes)) != strings.Repeat("02 01 ", 5)+"02 01" {
		t.Errorf("splat at vscale 3: %v %v", got, why)
	}
}

// A long product ends in the limit exactly where its value does, unless a lane is zero.
func TestEvalReduceMulLimit(t *testing.T) {
	const lanes = 1 << 10
	factors := func(bits uint) []*big.Int {
		v := make([]*big.Int, lanes)
		for k := range v {
			v[k] = new(big.Int).Lsh(big.NewInt(1), bits)
		}
		return v
	}
	v := factors(MaxShiftBits / lanes) // 2^MaxShiftBits, one bit too long
	if _, why := evalReduceMul(lane("u64"), laneInts(v)); why != tooLarge {
		t.Errorf("no limit: %v", why)
	}
	v[5] = new(big.Int).Rsh(v[5], 1)
	if got, why := evalReduceMul(lane("u64"), laneInts(v)); why != nil || got.BitLen() != MaxShiftBits {
		t.Errorf("the largest product: %v", why)
	}
	v[5] = new(big.Int).Add(v[5], v[5])
	v[5].Sub(v[5], big.NewInt(1))
	v[6] = new(big.Int).Add(v[6], v[6]) // 2^(MaxShiftBits+1), less a little
	if _, why := evalReduceMul(lane("u64"), laneInts(v)); why != tooLarge {
		t.Errorf("no limit: %v", why)
	}
	v[0] = new(big.Int)
	if got, why := evalReduceMul(lane("u64"), laneInts(v)); why != nil || got.Sign() != 0 {
		t.Errorf("product with a zero: %v", why)
	}
}
