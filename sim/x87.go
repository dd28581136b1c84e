package sim

import (
	"math/big"

	"github.com/tuffy-ir/tuffy/interp/ieee754"
	"github.com/tuffy-ir/tuffy/x86"
)

// x87 are the registers of the x87: a stack of which only what is in use is here. The control word is the one in which
// the kernel starts a process, and no row changes it: significands of 64 bits, rounding to nearest, exceptions masked.
type x87 struct {
	regs  [8]ieee754.Bits // regs[depth-1] is st
	depth int
}

// X87 are the values on the stack of the x87, st first, each as the 10 bytes that fstp would store: the significand, and
// sign and exponent.
func (m *Machine) X87() (stack []ieee754.Bits) {
	for n := m.x87.depth - 1; n >= 0; n-- {
		stack = append(stack, m.x87.regs[n])
	}
	return stack
}

// SetX87 gives the stack of the x87 these values, st first, at most eight.
func (m *Machine) SetX87(stack []ieee754.Bits) {
	m.x87 = x87{depth: len(stack)}
	for n, b := range stack {
		m.x87.regs[len(stack)-1-n] = b
	}
}

// The processor's NaN of invalid operations, and the parts of a pattern (SDM volume 1, 8.2.2 and table 4-3).
var indefinite80 = ieee754.Bits{Hi: 0xffff, Lo: 3 << 62}

const (
	lead80     = 1 << 63 // the leading bit of a significand, which is written
	quiet80    = 1 << 62
	exponent80 = 0x7fff
)

// unsupported80 reports whether a is a pattern without a value, every operation on which is invalid.
func unsupported80(a ieee754.Bits) bool { return a.Hi&exponent80 != 0 && a.Lo&lead80 == 0 }

// signals80 reports whether the NaN a is a signalling one.
func signals80(a ieee754.Bits) bool { return a.Lo&quiet80 == 0 }

// nan80 is the result of an operation of which a or b is no number. Of two NaNs a quiet one wins, then the one with the
// greater significand, then the positive one (SDM volume 1, table 4-7).
func nan80(a, b ieee754.Bits) ieee754.Bits {
	const f = ieee754.F80
	if unsupported80(a) || unsupported80(b) {
		return indefinite80
	}
	switch first, second := f.IsNaNBits(a), f.IsNaNBits(b); {
	case !first:
		a = b
	case !second:
	case signals80(a) != signals80(b):
		if signals80(a) {
			a = b
		}
	case b.Lo > a.Lo || b.Lo == a.Lo && a.Hi > b.Hi:
		a = b
	}
	a.Lo |= quiet80
	return a
}

// binary80 is an operation on st(1) and st, which leaves its result in their place.
func binary80(f func(a, b ieee754.Bits) ieee754.Bits) binder {
	return run(func(m *Machine, o *op) bool {
		x := &m.x87
		if x.depth < 2 {
			return m.x87Stack(o)
		}
		a, b := x.regs[x.depth-2], x.regs[x.depth-1]
		x.depth--
		x.regs[x.depth-1] = operate80(a, b, f)
		return true
	})
}

// operate80 adds the rules for NaNs to an operation.
func operate80(a, b ieee754.Bits, f func(a, b ieee754.Bits) ieee754.Bits) ieee754.Bits {
	if ieee754.F80.IsNaNBits(a) || ieee754.F80.IsNaNBits(b) {
		return nan80(a, b)
	}
	if r := f(a, b); !ieee754.F80.IsNaNBits(r) {
		return r
	}
	return indefinite80 // no operand was a NaN
}

// x87Stack ends the run: an instruction finds too few or too many values on the stack. The processor gives a NaN.
func (m *Machine) x87Stack(o *op) bool {
	return m.end(Stop{Kind: NotModelled, PC: o.pc, Err: &Refused{Mnemonic: "a stack of the x87 that overflows or is empty", Addr: o.pc}})
}

// push80 is a load: value makes it of the bytes in memory.
func push80(value func(m *Machine, o *op) (ieee754.Bits, bool)) handler {
	return func(m *Machine, o *op) bool {
		x := &m.x87
		if x.depth == len(x.regs) {
			return m.x87Stack(o)
		}
		b, ok := value(m, o)
		if ok {
			x.regs[x.depth] = b
			x.depth++
		}
		return ok
	}
}

// pop80 is a store of st, which goes if that succeeds.
func pop80(store func(m *Machine, o *op, st ieee754.Bits) bool) handler {
	return func(m *Machine, o *op) bool {
		x := &m.x87
		if x.depth == 0 {
			return m.x87Stack(o)
		}
		if !store(m, o, x.regs[x.depth-1]) {
			return false
		}
		x.depth--
		return true
	}
}

// x87Binders are the rows of the x87. The operations round once, to nearest, as package ieee754 does.
func x87Binders() map[string]binder {
	var e ieee754.Exact
	const f = ieee754.F80
	reversed := func(op func(f ieee754.Format, a, b ieee754.Bits) ieee754.Bits) func(a, b ieee754.Bits) ieee754.Bits {
		return func(a, b ieee754.Bits) ieee754.Bits { return op(f, b, a) }
	}
	straight := func(op func(f ieee754.Format, a, b ieee754.Bits) ieee754.Bits) func(a, b ieee754.Bits) ieee754.Bits {
		return func(a, b ieee754.Bits) ieee754.Bits { return op(f, a, b) }
	}
	return map[string]binder{
		"faddp": binary80(straight(e.AddBits)), "fmulp": binary80(straight(e.MulBits)),
		"fsubp": binary80(straight(e.SubBits)), "fsubrp": binary80(reversed(e.SubBits)),
		"fdivp": binary80(straight(e.DivBits)), "fdivrp": binary80(reversed(e.DivBits)),
		"fsqrt": run(func(m *Machine, o *op) bool {
			x := &m.x87
			if x.depth == 0 {
				return m.x87Stack(o)
			}
			st := &x.regs[x.depth-1]
			*st = operate80(*st, *st, func(a, _ ieee754.Bits) ieee754.Bits { return e.SqrtBits(f, a) })
			return true
		}),
		"fxch": run(func(m *Machine, o *op) bool {
			x := &m.x87
			if x.depth < 2 {
				return m.x87Stack(o)
			}
			x.regs[x.depth-1], x.regs[x.depth-2] = x.regs[x.depth-2], x.regs[x.depth-1]
			return true
		}),
		"fld": func(_ *x86.Form, _ *x86.Inst, o *op) handler { return push80(loaders80[o.dst.size]) },
		"fild": func(_ *x86.Form, _ *x86.Inst, _ *op) handler {
			return push80(func(m *Machine, o *op) (ieee754.Bits, bool) {
				v, ok := m.load(m.address(o), o.dst.size)
				unused := 64 - 8*o.dst.size
				return e.FromIntBits(f, big.NewInt(int64(v<<unused)>>unused)), ok
			})
		},
		"fstp":   func(_ *x86.Form, _ *x86.Inst, o *op) handler { return pop80(storers80[o.dst.size]) },
		"fistp":  func(_ *x86.Form, _ *x86.Inst, _ *op) handler { return pop80(storeInt80(ties80)) },
		"fisttp": func(_ *x86.Form, _ *x86.Inst, _ *op) handler { return pop80(storeInt80(truncated80)) },
	}
}

// loaders80 widen what is in memory, by its size in bytes, which is exact. A NaN keeps its payload and becomes quiet but
// for one of 80 bits, which is moved.
var loaders80 = map[uint8]func(m *Machine, o *op) (ieee754.Bits, bool){
	4: widened80(ieee754.F32, 4), 8: widened80(ieee754.F64, 8),
	10: func(m *Machine, o *op) (ieee754.Bits, bool) {
		var b [10]byte
		if !m.loadBytes(b[:], m.address(o)) {
			return ieee754.Bits{}, false
		}
		return bits80(b), true
	},
}

func bits80(b [10]byte) (v ieee754.Bits) {
	for n := range 8 {
		v.Lo |= uint64(b[n]) << (8 * n)
	}
	v.Hi = uint64(b[8]) | uint64(b[9])<<8
	return v
}

func widened80(from ieee754.Format, size uint8) func(m *Machine, o *op) (ieee754.Bits, bool) {
	return func(m *Machine, o *op) (ieee754.Bits, bool) {
		v, ok := m.load(m.address(o), size)
		if !from.IsNaN(v) {
			return ieee754.Exact{}.ConvertBits(ieee754.F80, from, ieee754.Bits{Lo: v}), ok
		}
		frac := from.Precision() - 1
		b := ieee754.Bits{Hi: exponent80, Lo: lead80 | quiet80 | v<<(63-frac)}
		if from.SignBit(v) {
			b.Hi |= 1 << 15
		}
		return b, ok
	}
}

// storers80 round st to what memory has room for, by its size in bytes. The payload of a NaN loses its low bits.
var storers80 = map[uint8]func(m *Machine, o *op, st ieee754.Bits) bool{
	4: narrowed80(ieee754.F32, 4), 8: narrowed80(ieee754.F64, 8),
	10: func(m *Machine, o *op, st ieee754.Bits) bool {
		var b [10]byte
		for n := range 8 {
			b[n] = byte(st.Lo >> (8 * n))
		}
		b[8], b[9] = byte(st.Hi), byte(st.Hi>>8)
		return m.storeBytes(m.address(o), b[:])
	},
}

func narrowed80(to ieee754.Format, size uint8) func(m *Machine, o *op, st ieee754.Bits) bool {
	return func(m *Machine, o *op, st ieee754.Bits) bool {
		v := ieee754.Exact{}.ConvertBits(to, ieee754.F80, st).Lo
		if ieee754.F80.IsNaNBits(st) {
			st = nan80(st, st)
			frac := to.Precision() - 1
			v = to.Inf(st.Hi>>15 != 0) | st.Lo<<1>>(64-frac)
		}
		return m.store(m.address(o), size, v)
	}
}

// storeInt80 stores st as an integer; what has no value of the size is the least number (SDM volume 1, table 4-7's
// integer indefinite).
func storeInt80(round func(st ieee754.Bits) (*big.Int, bool)) func(m *Machine, o *op, st ieee754.Bits) bool {
	return func(m *Machine, o *op, st ieee754.Bits) bool {
		n := 8 * uint(o.dst.size)
		v := uint64(1) << (n - 1)
		if r, ok := round(st); ok && r.IsInt64() && r.Int64()<<(64-n)>>(64-n) == r.Int64() {
			v = uint64(r.Int64()) & sizeMask[o.dst.size]
		}
		return m.store(m.address(o), o.dst.size, v)
	}
}

func truncated80(st ieee754.Bits) (*big.Int, bool) { return ieee754.Exact{}.ToIntBits(ieee754.F80, st) }

// ties80 rounds to the nearest integer, ties to even: by adding what has no room for a fraction and taking it away.
func ties80(st ieee754.Bits) (*big.Int, bool) {
	const f = ieee754.F80
	var e ieee754.Exact
	whole := f.CopySignBits(ieee754.Bits{Hi: 16383 + 63, Lo: lead80}, st) // 2^63
	if e.CompareBits(f, ieee754.OLT, f.AbsBits(st), f.AbsBits(whole)) {
		st = e.SubBits(f, e.AddBits(f, st, whole), whole)
	}
	return e.ToIntBits(f, st)
}
