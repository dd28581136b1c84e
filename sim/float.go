package sim

import (
	"math"

	"github.com/tuffy-ir/tuffy/x86"
)

// The processor's NaNs: the one that an invalid operation gives, and the bit that makes a NaN
// quiet. A NaN operand becomes the result, made quiet; the first operand wins (SDM volume 1, table
// 4-7).
const (
	defaultNaN64 = 0xfff8 << 48
	quiet64      = 1 << 51
	defaultNaN32 = 0xffc0 << 16
	quiet32      = 1 << 22
	exponent64   = 0x7ff << 52
	exponent32   = 0xff << 23
)

// With this value no operation traps and denormals are kept. It is the state in which the kernel starts
// a process and the only one that the simulator has.
const defaultMXCSR = 0x1f80 // exceptions masked, rounding to nearest

// Without the sign, the bits of a NaN are greater than those of infinity.
func nan64(v uint64) bool { return v&^(1<<63) > exponent64 }
func nan32(v uint32) bool { return v&^(1<<31) > exponent32 }

// The operations are on bits, not on Go's floats, so that payloads of NaNs survive: conversions through
// float32 may quiet a signalling NaN.
type (
	binary64 func(a, b uint64) uint64
	binary32 func(a, b uint32) uint32
)

// arithmetic64 adds the rules for NaNs to an operation that Go has. Go computes single operations of
// float64 and float32 with one rounding to nearest even as IEEE 754 demands, so that only NaNs differ.
// f must be a single operation: Go may fuse x*y + z.
func arithmetic64(f func(a, b float64) float64) binary64 {
	return func(a, b uint64) uint64 {
		// The first operand wins where both are NaN, quiet or not.
		if nan64(a) {
			return a | quiet64
		}
		if nan64(b) {
			return b | quiet64
		}
		r := math.Float64bits(f(math.Float64frombits(a), math.Float64frombits(b)))
		// No operand was a NaN, so the operation was invalid: 0*inf, inf-inf, 0/0, inf/inf. The default
		// NaN has the sign set on x86, and clear on Arm.
		if nan64(r) {
			return defaultNaN64
		}
		return r
	}
}

func arithmetic32(f func(a, b float32) float32) binary32 {
	return func(a, b uint32) uint32 {
		if nan32(a) {
			return a | quiet32
		}
		if nan32(b) {
			return b | quiet32
		}
		r := math.Float32bits(f(math.Float32frombits(a), math.Float32frombits(b)))
		if nan32(r) {
			return defaultNaN32
		}
		return r
	}
}

var (
	add64  = arithmetic64(func(a, b float64) float64 { return a + b })
	sub64  = arithmetic64(func(a, b float64) float64 { return a - b })
	mul64  = arithmetic64(func(a, b float64) float64 { return a * b })
	div64  = arithmetic64(func(a, b float64) float64 { return a / b })
	fadd32 = arithmetic32(func(a, b float32) float32 { return a + b })
	fsub32 = arithmetic32(func(a, b float32) float32 { return a - b })
	fmul32 = arithmetic32(func(a, b float32) float32 { return a * b })
	fdiv32 = arithmetic32(func(a, b float32) float32 { return a / b })
)

// The minimum is the second operand where one is a NaN and where both are zeros.

func min64(a, b uint64) uint64 {
	if math.Float64frombits(a) < math.Float64frombits(b) {
		return a
	}
	return b
}

func max64(a, b uint64) uint64 {
	if math.Float64frombits(a) > math.Float64frombits(b) {
		return a
	}
	return b
}

func min32(a, b uint32) uint32 {
	if math.Float32frombits(a) < math.Float32frombits(b) {
		return a
	}
	return b
}

func max32(a, b uint32) uint32 {
	if math.Float32frombits(a) > math.Float32frombits(b) {
		return a
	}
	return b
}

// sqrt64 and sqrt32 ignore their first operand. The one operand is the second one, since scalar
// instructions merge with the first.
func sqrt64(_, v uint64) uint64 {
	switch {
	case nan64(v):
		return v | quiet64
	// The root of -0 is -0; of any other negative number it is invalid.
	case v>>63 != 0 && v<<1 != 0:
		return defaultNaN64
	}
	return math.Float64bits(math.Sqrt(math.Float64frombits(v)))
}

// sqrt32 rounds twice, which for the square root gives the same. 53 bits are at least 2*24 + 2, which
// makes the double rounding of a square root innocuous (Figueroa: When is double rounding innocuous?,
// 1995).
func sqrt32(_, v uint32) uint32 {
	switch {
	case nan32(v):
		return v | quiet32
	case v>>31 != 0 && v<<1 != 0:
		return defaultNaN32
	}
	return math.Float32bits(float32(math.Sqrt(float64(math.Float32frombits(v)))))
}

// compare is the predicate of cmpps and its relatives: bits 0 and 1 the relation, bit 2 its
// negation, bit 3 what NaNs give (SDM volume 2, table 3-1); bit 4 only says which NaNs signal. Bit 4 is
// ignored because exceptions are masked: signalling and quiet predicates then give the same mask.
func compare(predicate uint8, less, equal, unordered bool) bool {
	var v bool
	switch predicate & 0xf {
	case 0x0:
		v = equal
	case 0x1:
		v = less
	case 0x2:
		v = less || equal
	case 0x3:
		v = unordered
	case 0x4:
		v = !equal
	case 0x5:
		v = !less
	case 0x6:
		v = !less && !equal
	case 0x7:
		v = !unordered
	case 0x8:
		v = equal || unordered
	case 0x9:
		v = less || unordered
	case 0xa:
		v = less || equal || unordered
	case 0xb:
		v = false
	case 0xc:
		v = !equal && !unordered
	case 0xd:
		v = !less && !unordered
	case 0xe:
		v = !less && !equal && !unordered
	default:
		v = true
	}
	return v
}

// A comparison of floats with NaN is false in Go, so less and equal are false where unordered is true.
func compare64(predicate uint8, a, b uint64) uint64 {
	x, y := math.Float64frombits(a), math.Float64frombits(b)
	return mask[uint64](compare(predicate, x < y, x == y, nan64(a) || nan64(b)))
}

func compare32(predicate uint8, a, b uint32) uint32 {
	x, y := math.Float32frombits(a), math.Float32frombits(b)
	return mask[uint32](compare(predicate, x < y, x == y, nan32(a) || nan32(b)))
}

// floatOperations are the stems of instructions with the suffixes ss, sd, ps and pd. sqrt is among them
// with a first operand that it ignores.
var floatOperations = map[string]struct {
	f64 binary64
	f32 binary32
}{
	"add": {add64, fadd32}, "sub": {sub64, fsub32}, "mul": {mul64, fmul32}, "div": {div64, fdiv32},
	"min": {min64, min32}, "max": {max64, max32}, "sqrt": {sqrt64, sqrt32},
}

// floatBinders builds the rows of all suffixes from one function an operation. The map is gone through
// in sorted order only for the sake of repeatability: the entries do not depend on each other.
func floatBinders() map[string]binder {
	table := map[string]binder{}
	for _, name := range sortedKeys(floatOperations) {
		f := floatOperations[name]
		// Two floats of 32 bits lie in a word of 64; the chunk function works on both.
		both := func(a, b uint64) uint64 {
			return uint64(f.f32(uint32(a), uint32(b))) | uint64(f.f32(uint32(a>>32), uint32(b>>32)))<<32
		}
		if name == "sqrt" {
			addVector(table, name+"pd", unary(func(a uint64) uint64 { return f.f64(0, a) }))
			addVector(table, name+"ps", unary(func(a uint64) uint64 { return both(0, a) }))
		} else {
			addVector(table, name+"pd", chunks(f.f64))
			addVector(table, name+"ps", chunks(both))
		}
		addVector(table, name+"sd", scalar64(f.f64))
		addVector(table, name+"ss", scalar32(f.f32))
	}
	// cmpsd with operands; the string instruction of the same name has none and is bound elsewhere.
	addVector(table, "cmpsd", bindCompare(scalarImm64(func(a, b uint64, imm uint8) uint64 { return compare64(imm, a, b) })))
	addVector(table, "cmpss", bindCompare(scalarImm32(func(a, b uint32, imm uint8) uint32 { return compare32(imm, a, b) })))
	addVector(table, "cmppd", bindCompare(lanes(packedCompare64)))
	addVector(table, "cmpps", bindCompare(lanes(packedCompare32)))
	addVector(table, "comisd", vectorBinder(1, opComisd))
	addVector(table, "ucomisd", vectorBinder(1, opComisd))
	addVector(table, "comiss", vectorBinder(1, opComiss))
	addVector(table, "ucomiss", vectorBinder(1, opComiss))
	// Even elements are subtracted, odd ones added (SDM volume 2, ADDSUBPD).
	addVector(table, "addsubpd", lanes(func(a, b lane, _ uint8, _ int) lane {
		return lane{sub64(a[0], b[0]), add64(a[1], b[1])}
	}))
	addVector(table, "addsubps", chunks(func(a, b uint64) uint64 {
		return uint64(fsub32(uint32(a), uint32(b))) | uint64(fadd32(uint32(a>>32), uint32(b>>32)))<<32
	}))
	addVector(table, "haddpd", lanes(horizontal64(add64)))
	addVector(table, "hsubpd", lanes(horizontal64(sub64)))
	addVector(table, "haddps", lanes(horizontal32(fadd32)))
	addVector(table, "hsubps", lanes(horizontal32(fsub32)))
	addVector(table, "dppd", lanes(dot64))
	addVector(table, "dpps", lanes(dot32))
	addVector(table, "roundsd", scalarImm64(round64))
	addVector(table, "roundss", scalarImm32(round32))
	addVector(table, "roundpd", vectorBinder(1, opRoundpd))
	addVector(table, "roundps", vectorBinder(1, opRoundps))
	addFused(table)
	return table
}

// scalar64 makes the binder of an instruction on the low 64 bits; the other bits of the low lane
// are those of the first source.
func scalar64(f binary64) binder {
	return scalarImm64(func(a, b uint64, _ uint8) uint64 { return f(a, b) })
}

func scalar32(f binary32) binder {
	return scalarImm32(func(a, b uint32, _ uint8) uint32 { return f(a, b) })
}

// The memory operand has the size of the element, not of the register, and need not be aligned:
// loadVector is not used.
func scalarImm64(f func(a, b uint64, imm uint8) uint64) binder {
	return vectorBinder(2, func(m *Machine, o *op) bool {
		b := m.XMM[o.a2.reg&15][0]
		if o.a2.where == inMem {
			v, ok := m.load(m.address(o), 8)
			if !ok {
				return false
			}
			b = v
		}
		a := &m.XMM[o.src.reg&15]
		// The upper half of the low lane comes from the first source; setVector clears or keeps what is
		// above.
		v := vec{f(a[0], b, uint8(o.imm)), a[1]}
		m.setVector(o, &v)
		return true
	})
}

// scalarImm32 is the same for 32 bits, of which three quarters of the lane stay.
func scalarImm32(f func(a, b uint32, imm uint8) uint32) binder {
	return vectorBinder(2, func(m *Machine, o *op) bool {
		b := m.XMM[o.a2.reg&15][0]
		if o.a2.where == inMem {
			v, ok := m.load(m.address(o), 4)
			if !ok {
				return false
			}
			b = v
		}
		a := &m.XMM[o.src.reg&15]
		v := vec{a[0]>>32<<32 | uint64(f(uint32(a[0]), uint32(b), uint8(o.imm))), a[1]}
		m.setVector(o, &v)
		return true
	})
}

// bindCompare keeps the bits of the predicate that the encoding has. The legacy encodings have 8
// predicates, VEX has 32 (SDM volume 2, table 3-1). Higher bits of the immediate are reserved and
// ignored by processors.
func bindCompare(b binder) binder {
	return func(f *x86.Form, in *x86.Inst, o *op) handler {
		h := b(f, in, o)
		if o.imm &= 0x1f; !o.vex {
			o.imm &= 7
		}
		return h
	}
}

func packedCompare64(a, b lane, imm uint8, _ int) lane {
	return lane{compare64(imm, a[0], b[0]), compare64(imm, a[1], b[1])}
}

func packedCompare32(a, b lane, imm uint8, _ int) (r lane) {
	for i := range 4 {
		with(&r, i, compare32(imm, at[uint32](&a, i), at[uint32](&b, i)))
	}
	return r
}

// opComisd is comisd and ucomisd, which differ only in the NaNs that raise an exception, and those are
// masked. They read the destination operand without writing it.
func opComisd(m *Machine, o *op) bool {
	b, ok := m.vector(o, &o.src)
	if !ok {
		return false
	}
	a := m.XMM[o.dst.reg&15][0]
	x, y := math.Float64frombits(a), math.Float64frombits(b[0])
	m.setOrder(x < y, x == y, nan64(a) || nan64(b[0]))
	return true
}

func opComiss(m *Machine, o *op) bool {
	b, ok := m.vector(o, &o.src)
	if !ok {
		return false
	}
	a, c := uint32(m.XMM[o.dst.reg&15][0]), uint32(b[0])
	x, y := math.Float32frombits(a), math.Float32frombits(c)
	m.setOrder(x < y, x == y, nan32(a) || nan32(c))
	return true
}

// setOrder sets the flags as an unsigned comparison does, and all three for NaNs. OF, SF and AF are
// cleared (SDM volume 2, COMISD). A jump on "below" is taken for NaNs, too.
func (m *Machine) setOrder(less, equal, unordered bool) {
	switch {
	case unordered:
		m.setFlags(x86.ZF | x86.PF | x86.CF)
	case less:
		m.setFlags(x86.CF)
	case equal:
		m.setFlags(x86.ZF)
	default:
		m.setFlags(0)
	}
}

// The result's low half is from the first source and the high half from the second.
func horizontal64(f binary64) func(a, b lane, _ uint8, _ int) lane {
	return func(a, b lane, _ uint8, _ int) lane { return lane{f(a[0], a[1]), f(b[0], b[1])} }
}

// Each word holds a pair of neighbours; their result is 32 bits of a word of the result.
func horizontal32(f binary32) func(a, b lane, _ uint8, _ int) lane {
	pair := func(v uint64) uint64 { return uint64(f(uint32(v), uint32(v>>32))) }
	return func(a, b lane, _ uint8, _ int) lane {
		return lane{pair(a[0]) | pair(a[1])<<32, pair(b[0]) | pair(b[1])<<32}
	}
}

// dot64 and dot32 multiply the elements that the high half of the immediate selects, add the
// products in pairs, and write the sum where the low half says. The additions are in pairs, (0+1) +
// (2+3), which the manual fixes: another order would round otherwise. Elements that are not selected
// count as +0.
func dot64(a, b lane, imm uint8, _ int) (r lane) {
	var p lane
	for i := range 2 {
		if imm>>(4+i)&1 != 0 {
			p[i] = mul64(a[i], b[i])
		}
	}
	sum := add64(p[0], p[1])
	for i := range 2 {
		if imm>>i&1 != 0 {
			r[i] = sum
		}
	}
	return r
}

func dot32(a, b lane, imm uint8, _ int) (r lane) {
	var p [4]uint32
	for i := range p {
		if imm>>(4+i)&1 != 0 {
			p[i] = fmul32(at[uint32](&a, i), at[uint32](&b, i))
		}
	}
	sum := fadd32(fadd32(p[0], p[1]), fadd32(p[2], p[3]))
	for i := range p {
		if imm>>i&1 != 0 {
			with(&r, i, sum)
		}
	}
	return r
}

// roundFloat rounds as bits 0 and 1 of the immediate say; bit 2 asks for the mode of mxcsr, which
// is to nearest. The functions of package math are exact here. Rounding to an integer raises no
// exception that could be seen.
func roundFloat(v float64, imm uint8) float64 {
	if imm&4 != 0 {
		imm = 0
	}
	switch imm & 3 {
	case 1:
		return math.Floor(v)
	case 2:
		return math.Ceil(v)
	case 3:
		return math.Trunc(v)
	}
	return math.RoundToEven(v)
}

// The first operand is the one that the upper bits come from and plays no part. Zero keeps its sign
// through Floor, Ceil, Trunc and RoundToEven.
func round64(_, v uint64, imm uint8) uint64 {
	if nan64(v) {
		return v | quiet64
	}
	return math.Float64bits(roundFloat(math.Float64frombits(v), imm))
}

// A float of 32 bits has an exact value in 64 bits, and an integer of it is exact in 32 bits again:
// nothing rounds twice.
func round32(_, v uint32, imm uint8) uint32 {
	if nan32(v) {
		return v | quiet32
	}
	return math.Float32bits(float32(roundFloat(float64(math.Float32frombits(v)), imm)))
}

// All four words are rounded; setVector drops those that the destination does not have.
func opRoundpd(m *Machine, o *op) bool {
	a, ok := m.vector(o, &o.src)
	if !ok {
		return false
	}
	for i := range a {
		a[i] = round64(0, a[i], uint8(o.imm))
	}
	m.setVector(o, &a)
	return true
}

func opRoundps(m *Machine, o *op) bool {
	a, ok := m.vector(o, &o.src)
	if !ok {
		return false
	}
	for i, v := range a {
		a[i] = uint64(round32(0, uint32(v), uint8(o.imm))) | uint64(round32(0, uint32(v>>32), uint8(o.imm)))<<32
	}
	m.setVector(o, &a)
	return true
}

// The stored value is the one that ldmxcsr accepted, so that saving and restoring works.
func opStmxcsr(m *Machine, o *op) bool { return m.store(m.address(o), 4, uint64(m.mxcsr)) }

// opLdmxcsr accepts what changes no result: the masked exceptions' flags.
func opLdmxcsr(m *Machine, o *op) bool {
	v, ok := m.load(m.address(o), 4)
	if !ok {
		return false
	}
	const exceptionFlags = 0x3f
	if v&^exceptionFlags != defaultMXCSR {
		return m.refuse("ldmxcsr of another rounding mode or unmasked exceptions", o)
	}
	m.mxcsr = uint32(v)
	return true
}
