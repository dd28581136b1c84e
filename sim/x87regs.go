package sim

import (
	"math/big"

	"github.com/tuffy-ir/tuffy/interp/ieee754"
)

// Instructions on the registers of the x87 that package x86 has no rows for: inline assembly of C has them. Those whose
// result the manual leaves to the processor, such as fsin, are not here.

const bias80 = 0x3fff

// x87Constants are what fld1 to fldz load, by the last byte, rounded to nearest (SDM volume 1, 8.3.8).
var x87Constants = map[byte]ieee754.Bits{
	0xe8: {Hi: bias80, Lo: lead80}, 0xe9: {Hi: 0x4000, Lo: 0xd49a784bcd1b8afe}, 0xea: {Hi: bias80, Lo: 0xb8aa3b295c17f0bc}, 0xeb: {Hi: 0x4000, Lo: 0xc90fdaa22168c235},
	0xec: {Hi: 0x3ffd, Lo: 0x9a209a84fbcff799}, 0xed: {Hi: 0x3ffe, Lo: 0xb17217f7d1cf79ac}, 0xee: {},
}

// x87Register is the operation of two bytes, or nil.
func x87Register(code []byte) handler {
	if len(code) < 2 || code[1] < 0xc0 {
		return nil
	}
	n := int(code[1] & 7)
	reverse := code[1]&8 != 0 // of subtractions and divisions
	switch group := code[1] &^ 7; {
	case code[0] == 0xd9 && group == 0xc0: // fld
		return on80(n+1, func(x *x87) bool {
			if x.depth == len(x.regs) {
				return false
			}
			x.regs[x.depth] = x.regs[x.depth-1-n]
			x.depth++
			return true
		})
	case code[0] == 0xd9 && group == 0xc8: // fxch
		return on80(n+1, func(x *x87) bool {
			a, b := &x.regs[x.depth-1], &x.regs[x.depth-1-n]
			*a, *b = *b, *a
			return true
		})
	case code[0] == 0xdd && (group == 0xd0 || group == 0xd8): // fst, fstp
		return on80(n+1, func(x *x87) bool {
			x.regs[x.depth-1-n] = x.regs[x.depth-1]
			if group == 0xd8 {
				x.depth--
			}
			return true
		})
	case code[0] == 0xd8 || code[0] == 0xdc || code[0] == 0xde:
		return compute80(code[0], code[1], n, reverse)
	case code[0] == 0xd9:
		return plain80(code[1])
	}
	return nil
}

// compute80 is arithmetic: D8 with the result in st, DC with it in st(n), DE with it there and st dropped, where the
// names of fsub and fdiv are exchanged.
func compute80(opcode, last byte, n int, reverse bool) handler {
	var e ieee754.Exact
	op := map[byte]func(f ieee754.Format, a, b ieee754.Bits) ieee754.Bits{0xc0: e.AddBits, 0xc8: e.MulBits, 0xe0: e.SubBits, 0xe8: e.SubBits, 0xf0: e.DivBits, 0xf8: e.DivBits}[last&^7]
	if op == nil {
		return nil
	}
	// In all of these the operand that is reversed is st: D8 /4 is st - st(n), and DC E0 is st - st(n) in st(n).
	return on80(n+1, func(x *x87) bool {
		st, other := &x.regs[x.depth-1], &x.regs[x.depth-1-n]
		a, b := *st, *other
		if reverse && last >= 0xe0 {
			a, b = b, a
		}
		r := operate80(a, b, func(a, b ieee754.Bits) ieee754.Bits { return op(ieee754.F80, a, b) })
		if opcode == 0xd8 {
			*st = r
			return true
		}
		*other = r
		if opcode == 0xde {
			x.depth--
		}
		return true
	})
}

// plain80 are those that begin with D9 and have no operand.
func plain80(last byte) handler {
	if b, ok := x87Constants[last]; ok {
		return push80(func(*Machine, *op) (ieee754.Bits, bool) { return b, true })
	}
	f := map[byte]func(a ieee754.Bits) ieee754.Bits{
		0xe0: func(a ieee754.Bits) ieee754.Bits { a.Hi ^= exponent80 + 1; return a }, // fchs
		0xe1: func(a ieee754.Bits) ieee754.Bits { a.Hi &= exponent80; return a },     // fabs
		0xfc: integral80,                                                             // frndint
	}[last]
	if f == nil {
		return nil
	}
	return on80(1, func(x *x87) bool {
		x.regs[x.depth-1] = f(x.regs[x.depth-1])
		return true
	})
}

// on80 is an operation that needs so many values, and is false where there is no room.
func on80(needs int, f func(x *x87) bool) handler {
	return func(m *Machine, o *op) bool {
		if m.x87.depth < needs || !f(&m.x87) {
			return m.x87Stack(o)
		}
		return true
	}
}

// integral80 rounds to an integer, of two that are equally near to the even one. Zero keeps the sign.
func integral80(a ieee754.Bits) ieee754.Bits {
	e := int(a.Hi & exponent80)
	switch {
	case ieee754.F80.IsNaNBits(a) || unsupported80(a):
		return nan80(a, a)
	case e >= bias80+63:
		return a
	case e < bias80-1:
		return ieee754.Bits{Hi: a.Hi &^ exponent80}
	}
	drop := uint(bias80 + 63 - e) // bits behind the point, 1 to 64
	whole, rest, half := uint64(0), a.Lo, uint64(lead80)
	if drop < 64 {
		whole, rest, half = a.Lo>>drop, a.Lo&(1<<drop-1), 1<<(drop-1)
	}
	if rest > half || rest == half && whole&1 != 0 {
		whole++
	}
	r := ieee754.Exact{}.FromIntBits(ieee754.F80, new(big.Int).SetUint64(whole))
	r.Hi |= a.Hi &^ exponent80
	return r
}
