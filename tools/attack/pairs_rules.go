package main

import (
	"fmt"
	"math/big"
	"math/rand/v2"
)

// ruleArgs are what an identity is about: integers, truth values, and numbers. One is drawn for each
// use of an identity. The same operand may stand behind two names, since operands are drawn from one
// function's parameters; an identity must hold then, too.
type ruleArgs struct {
	r       *rand.Rand
	x, y, z *expr
	p, q    *expr
	k       int   // 1 to 12
	m       int   // a width of 2 to 40
	c, d    int64 // small, c is positive
	u       *expr // an integer with the claim :u<m>
	s       *expr // an integer with the claim :s<m>
	amt     *expr // a shift amount, :u5
	signed  *expr // a shift amount that may be negative, :s5
}

func (a *ruleArgs) mask(n int) *expr { return numBig(new(big.Int).Sub(pow2(n), big.NewInt(1))) }

// identities hold for all integers: the right side may stand for the left one, poison included.
// Integers are unbounded. In the formulas below, ~ is not, ^ exclusive or, / and % are div and rem, whose
// remainder is never negative. A side that is poison for more arguments than the other may
// only stand left.
var identities = []func(a *ruleArgs) (lhs, rhs *expr){
	// Commutative, clmul included: its product over GF(2) is, and both orders are poison for the same
	// negative operands.
	func(a *ruleArgs) (*expr, *expr) {
		op := pick(a.r, "add", "mul", "and", "or", "xor", "min", "max", "clmul")
		return node(op, a.x, a.y), node(op, a.y, a.x)
	},
	// Associative; sums and products only because nothing wraps or saturates.
	func(a *ruleArgs) (*expr, *expr) {
		op := pick(a.r, "add", "mul", "and", "or", "xor", "min", "max")
		return node(op, node(op, a.x, a.y), a.z), node(op, a.x, node(op, a.y, a.z))
	},
	// x - y = x + (-y): negation never overflows.
	func(a *ruleArgs) (*expr, *expr) {
		return node("sub", a.x, a.y), node("add", a.x, node("sub", num(0), a.y))
	},
	// x * 2^k = x << k.
	func(a *ruleArgs) (*expr, *expr) {
		return node("mul", a.x, numBig(pow2(a.k))), node("shl", a.x, num(int64(a.k)))
	},
	// x / 2^k = x >> k: div rounds down, as a shift does. A planted tdiv is wrong for negative x.
	func(a *ruleArgs) (*expr, *expr) {
		return node("div", a.x, numBig(pow2(a.k))), node("shr", a.x, num(int64(a.k)))
	},
	// x % 2^k = x & (2^k - 1): rem is never negative for a positive divisor.
	func(a *ruleArgs) (*expr, *expr) {
		return node("rem", a.x, numBig(pow2(a.k))), node("and", a.x, a.mask(a.k))
	},
	// zext.k is the low k bits as a number.
	func(a *ruleArgs) (*expr, *expr) { return node("and", a.x, a.mask(a.k)), numbered("zext", a.k, a.x) },
	// (x & y) + (x | y) = x + y: each bit position has the same total on both sides.
	func(a *ruleArgs) (*expr, *expr) {
		return node("add", node("and", a.x, a.y), node("or", a.x, a.y)), node("add", a.x, a.y)
	},
	// x + y = (x ^ y) + ((x & y) << 1): a half adder at every bit, with the carries moved up.
	func(a *ruleArgs) (*expr, *expr) {
		return node("add", a.x, a.y), node("add", node("xor", a.x, a.y), node("shl", node("and", a.x, a.y), num(1)))
	},
	// x - y = (x ^ y) - 2 * (~x & y): the half subtractor, with the borrows.
	func(a *ruleArgs) (*expr, *expr) {
		return node("sub", a.x, a.y), node("sub", node("xor", a.x, a.y), node("mul", num(2), node("and", inot(a.x), a.y)))
	},
	// (x | y) - (x & y) = x ^ y: the right operand is a subset of the left one, so nothing is borrowed.
	func(a *ruleArgs) (*expr, *expr) {
		return node("sub", node("or", a.x, a.y), node("and", a.x, a.y)), node("xor", a.x, a.y)
	},
	// ~x = -1 - x: two's complement of infinite width.
	func(a *ruleArgs) (*expr, *expr) { return inot(a.x), node("sub", num(-1), a.x) },
	// -x = ~x + 1.
	func(a *ruleArgs) (*expr, *expr) { return node("sub", num(0), a.x), node("add", inot(a.x), num(1)) },
	// Division that rounds to zero by a shift: 2^k - 1 is added to negative x first. Dropping the bias
	// is the classical mistake.
	func(a *ruleArgs) (*expr, *expr) {
		bias := sel(node("icmp.lt", a.x, num(0)), a.mask(a.k), num(0))
		return node("tdiv", a.x, numBig(pow2(a.k))), node("shr", node("add", a.x, bias), num(int64(a.k)))
	},
	// trem is what tdiv leaves; both sides are poison for y = 0.
	func(a *ruleArgs) (*expr, *expr) {
		return node("trem", a.x, a.y), node("sub", a.x, node("mul", a.y, node("tdiv", a.x, a.y)))
	},
	// rem is what div leaves; both sides are poison for y = 0.
	func(a *ruleArgs) (*expr, *expr) {
		return node("rem", a.x, a.y), node("sub", a.x, node("mul", a.y, node("div", a.x, a.y)))
	},
	// min by a comparison. lt and le do not differ here: where x = y, both arms are the same number.
	func(a *ruleArgs) (*expr, *expr) {
		return node("min", a.x, a.y), sel(node("icmp.lt", a.x, a.y), a.x, a.y)
	},
	// max by a comparison.
	func(a *ruleArgs) (*expr, *expr) {
		return sel(node("icmp.ge", a.x, a.y), a.x, a.y), node("max", a.x, a.y)
	},
	// A clamp in either order; it needs d <= d + c, which holds because c is positive.
	func(a *ruleArgs) (*expr, *expr) {
		return node("max", node("min", a.x, num(a.d+a.c)), num(a.d)), node("min", node("max", a.x, num(a.d)), num(a.d+a.c))
	},
	// The narrower of two zero extensions decides.
	func(a *ruleArgs) (*expr, *expr) {
		n, m := a.m, 2+a.r.IntN(30)
		return numbered("zext", m, numbered("zext", n, a.x)), numbered("zext", min(n, m), a.x)
	},
	// The narrower of two sign extensions decides, as bits at and above it are copies of its top bit.
	func(a *ruleArgs) (*expr, *expr) {
		n, m := a.m, 2+a.r.IntN(30)
		return numbered("sext", m, numbered("sext", n, a.x)), numbered("sext", min(n, m), a.x)
	},
	// sext.m of zext.n: within n bits only the low m count; beyond n the value is not negative and
	// fits, so that sext.m changes nothing.
	func(a *ruleArgs) (*expr, *expr) {
		n, m := a.m, 2+a.r.IntN(40)
		if m <= n {
			return numbered("sext", m, numbered("zext", n, a.x)), numbered("sext", m, a.x)
		}
		return numbered("sext", m, numbered("zext", n, a.x)), numbered("zext", n, a.x)
	},
	// zext.m of a sext at least as wide: the low m bits were not touched.
	func(a *ruleArgs) (*expr, *expr) {
		n := a.m + a.r.IntN(9)
		return numbered("zext", a.m, numbered("sext", n, a.x)), numbered("zext", a.m, a.x)
	},
	// Low m bits of sums and products depend on low m bits of the operands only, however these were
	// extended.
	func(a *ruleArgs) (*expr, *expr) {
		op := pick(a.r, "add", "sub", "mul")
		return numbered("zext", a.m, node(op, numbered("zext", a.m, a.x), numbered("sext", a.m, a.y))), numbered("zext", a.m, node(op, a.x, a.y))
	},
	// sext by arithmetic: flipping bit m-1 of the low bits and subtracting 2^(m-1).
	func(a *ruleArgs) (*expr, *expr) {
		h := pow2(a.m - 1)
		return numbered("sext", a.m, a.x), node("sub", node("xor", numbered("zext", a.m, a.x), numBig(h)), numBig(h))
	},
	// Comparisons with the operands exchanged.
	func(a *ruleArgs) (*expr, *expr) {
		ps := [][2]string{{"lt", "gt"}, {"le", "ge"}, {"gt", "lt"}, {"ge", "le"}, {"eq", "eq"}, {"ne", "ne"}}
		p := ps[a.r.IntN(6)]
		return node("icmp."+p[0], a.x, a.y), node("icmp."+p[1], a.y, a.x)
	},
	// Negated comparisons: integers are totally ordered.
	func(a *ruleArgs) (*expr, *expr) {
		ps := [][2]string{{"lt", "ge"}, {"le", "gt"}, {"gt", "le"}, {"ge", "lt"}, {"eq", "ne"}, {"ne", "eq"}}
		p := ps[a.r.IntN(6)]
		return bnot(node("icmp."+p[0], a.x, a.y)), node("icmp."+p[1], a.x, a.y)
	},
	// x < d is x <= d - 1 on integers.
	func(a *ruleArgs) (*expr, *expr) {
		return node("icmp.lt", a.x, num(a.d)), node("icmp.le", a.x, num(a.d-1))
	},
	// x + c against d is x against d - c: nothing wraps, so that this holds for order, too.
	func(a *ruleArgs) (*expr, *expr) {
		p := pick(a.r, "icmp.lt", "icmp.ge", "icmp.eq", "icmp.ne")
		return node(p, node("add", a.x, num(a.c)), num(a.d)), node(p, a.x, num(a.d-a.c))
	},
	// c - x against d: x changes sides and the order turns round.
	func(a *ruleArgs) (*expr, *expr) {
		p := pick(a.r, "icmp.lt", "icmp.ge", "icmp.eq")
		return node(p, node("sub", num(a.c), a.x), num(a.d)), node(map[string]string{"icmp.lt": "icmp.gt", "icmp.ge": "icmp.le", "icmp.eq": "icmp.eq"}[p], a.x, num(a.c-a.d))
	},
	// Down and up again clears the low k bits.
	func(a *ruleArgs) (*expr, *expr) {
		return node("shl", node("shr", a.x, num(int64(a.k))), num(int64(a.k))), node("and", a.x, inot(a.mask(a.k)))
	},
	// Up and down again loses nothing, as there is no top bit to fall off.
	func(a *ruleArgs) (*expr, *expr) {
		return node("shr", node("shl", a.x, num(int64(a.k))), num(int64(a.k))), a.x
	},
	// A select of equal arms. The left side is poison for more arguments, if p is poison.
	func(a *ruleArgs) (*expr, *expr) { return sel(a.p, a.x, a.x), a.x },
	// A negated condition exchanges the arms.
	func(a *ruleArgs) (*expr, *expr) { return sel(bnot(a.p), a.x, a.y), sel(a.p, a.y, a.x) },
	// An addition moves into both arms; only the arm that is chosen can make the result poison.
	func(a *ruleArgs) (*expr, *expr) {
		return node("add", sel(a.p, a.x, a.y), a.z), sel(a.p, node("add", a.x, a.z), node("add", a.y, a.z))
	},
	// (x * c) / c = x for c > 0: the product is exact.
	func(a *ruleArgs) (*expr, *expr) { return node("div", node("mul", a.x, num(a.c)), num(a.c)), a.x },
	// (x / c) * c = x - x % c.
	func(a *ruleArgs) (*expr, *expr) {
		return node("mul", node("div", a.x, num(a.c)), num(a.c)), node("sub", a.x, node("rem", a.x, num(a.c)))
	},
	// Multiples of c vanish modulo c; the right side forgets y, so that it is poison less often.
	func(a *ruleArgs) (*expr, *expr) {
		return node("rem", node("add", a.x, node("mul", a.y, num(a.c))), num(a.c)), node("rem", a.x, num(a.c))
	},
	// Floor division composes: (x / c) / k = x / (c * k) for positive c and k.
	func(a *ruleArgs) (*expr, *expr) {
		return node("div", node("div", a.x, num(a.c)), num(int64(a.k))), node("div", a.x, num(a.c*int64(a.k)))
	},
	// Swapping n bytes twice keeps the low 8n bits. The number of bswap counts bytes, that of zext
	// bits.
	func(a *ruleArgs) (*expr, *expr) {
		n := 1 + a.r.IntN(8)
		return numbered("bswap", n, numbered("bswap", n, a.x)), numbered("zext", 8*n, a.x)
	},
	// Reversing m bits twice keeps them.
	func(a *ruleArgs) (*expr, *expr) {
		return numbered("bit_reverse", a.m, numbered("bit_reverse", a.m, a.x)), numbered("zext", a.m, a.x)
	},
	// Left by y is right by m - y; the amount counts modulo m, so that any y is allowed.
	func(a *ruleArgs) (*expr, *expr) {
		return numbered("rotate_left", a.m, a.x, a.y), numbered("rotate_right", a.m, a.x, node("sub", num(int64(a.m)), a.y))
	},
	// Rotations of one width add their amounts, modulo m.
	func(a *ruleArgs) (*expr, *expr) {
		return numbered("rotate_left", a.m, numbered("rotate_left", a.m, a.x, a.y), a.z), numbered("rotate_left", a.m, a.x, node("add", a.y, a.z))
	},
	// Ones of m bits and ones of their complement are m together. count_ones of a negative number is
	// poison, which zext keeps out.
	func(a *ruleArgs) (*expr, *expr) {
		return node("count_ones", numbered("zext", a.m, a.x)), node("sub", num(int64(a.m)), node("count_ones", numbered("zext", a.m, inot(a.x))))
	},
	// Trailing zeros are the ones of ~x & (x - 1). For x = 0 the left side is poison, and so the right
	// one may be anything.
	func(a *ruleArgs) (*expr, *expr) {
		return node("count_trailing_zeros", a.x), node("count_ones", node("and", inot(a.x), node("sub", a.x, num(1))))
	},
	// count_leading_zeros.m looks at the low m bits only.
	func(a *ruleArgs) (*expr, *expr) {
		return numbered("count_leading_zeros", a.m, a.x), numbered("count_leading_zeros", a.m, numbered("zext", a.m, a.x))
	},
	// merge.m takes bits from m up of x and the low m of y; the parts do not overlap, so that or joins
	// them.
	func(a *ruleArgs) (*expr, *expr) {
		return numbered("merge", a.m, a.x, a.y), node("or", node("shl", node("shr", a.x, num(int64(a.m))), num(int64(a.m))), numbered("zext", a.m, a.y))
	},
	// Merging a number with itself at any bit is the number.
	func(a *ruleArgs) (*expr, *expr) { return numbered("merge", a.m, a.x, a.x), a.x },
	// The absolute value, as a maximum and as a choice.
	func(a *ruleArgs) (*expr, *expr) {
		return node("max", a.x, node("sub", num(0), a.x)), sel(node("icmp.lt", a.x, num(0)), node("sub", num(0), a.x), a.x)
	},
	// Below, u is in [0, 2^m) and s in [-2^(m-1), 2^(m-1)), or poison: an operation that does no more
	// than enforce that range is the identity.
	func(a *ruleArgs) (*expr, *expr) { return node("rem", a.u, numBig(pow2(a.m))), a.u },
	// s has its sign in bit m-1 already.
	func(a *ruleArgs) (*expr, *expr) { return numbered("sext", a.m, a.s), a.s },
	// u has no bits from m up.
	func(a *ruleArgs) (*expr, *expr) { return numbered("zext", a.m, a.u), a.u },
	// Rounding down and rounding to zero agree where nothing is negative.
	func(a *ruleArgs) (*expr, *expr) { return node("tdiv", a.u, num(a.c)), node("div", a.u, num(a.c)) },
	// For u, the remainder of either kind is a mask.
	func(a *ruleArgs) (*expr, *expr) {
		return node("trem", a.u, numBig(pow2(a.k))), node("and", a.u, a.mask(a.k))
	},
	// u is not negative. The constant is defined where u is poison, which is allowed on the right
	// only.
	func(a *ruleArgs) (*expr, *expr) { return node("icmp.lt", a.u, num(0)), truth(false) },
	// Subtracting from all ones never borrows.
	func(a *ruleArgs) (*expr, *expr) { return node("xor", a.u, a.mask(a.m)), node("sub", a.mask(a.m), a.u) },
	// The sign of s is its bit m-1.
	func(a *ruleArgs) (*expr, *expr) {
		return node("bool_to_int", node("icmp.lt", a.s, num(0))), node("and", node("shr", a.s, num(int64(a.m-1))), num(1))
	},
	// Shifting all but the sign out of s leaves -1 or 0.
	func(a *ruleArgs) (*expr, *expr) {
		return node("shr", a.s, num(int64(a.m-1))), sel(node("icmp.lt", a.s, num(0)), num(-1), num(0))
	},
	// Carry-less multiplication by a power of two is a shift. A negative x makes the left side poison,
	// so that the right side may have a value there.
	func(a *ruleArgs) (*expr, *expr) {
		return node("clmul", a.x, numBig(pow2(a.k))), node("shl", a.x, num(int64(a.k)))
	},
	// Carry-less times 3 is x ^ (x << 1).
	func(a *ruleArgs) (*expr, *expr) {
		return node("clmul", a.x, num(3)), node("xor", a.x, node("shl", a.x, num(1)))
	},
	// De Morgan on truth values.
	func(a *ruleArgs) (*expr, *expr) {
		return bnot(node("band", a.p, a.q)), node("bor", bnot(a.p), bnot(a.q))
	},
	// band is poison if either operand is; the select looks at q only where p holds, which makes it
	// poison less often. The other way round is wrong.
	func(a *ruleArgs) (*expr, *expr) { return node("band", a.p, a.q), sel(a.p, a.q, truth(false)) },
	// bor by a select, with the same difference in poison.
	func(a *ruleArgs) (*expr, *expr) { return node("bor", a.p, a.q), sel(a.p, truth(true), a.q) },
	// bxor by a select: both arms need q, so that poison is the same.
	func(a *ruleArgs) (*expr, *expr) { return node("bxor", a.p, a.q), sel(a.p, bnot(a.q), a.q) },
	// bxor with q twice is p; only the left side is poison with q.
	func(a *ruleArgs) (*expr, *expr) { return node("bxor", node("bxor", a.p, a.q), a.q), a.p },
	// Distributive: exact, as nothing wraps.
	func(a *ruleArgs) (*expr, *expr) {
		return node("mul", a.x, node("add", a.y, a.z)), node("add", node("mul", a.x, a.y), node("mul", a.x, a.z))
	},
	// (x + y)(x - y) = x^2 - y^2, with the squares as products.
	func(a *ruleArgs) (*expr, *expr) {
		return node("mul", node("add", a.x, a.y), node("sub", a.x, a.y)), node("sub", node("mul", a.x, a.x), node("mul", a.y, a.y))
	},
	// Absorption; y is forgotten on the right.
	func(a *ruleArgs) (*expr, *expr) { return node("and", a.x, node("or", a.x, a.y)), a.x },
	// and distributes over or.
	func(a *ruleArgs) (*expr, *expr) {
		return node("and", a.x, node("or", a.y, a.z)), node("or", node("and", a.x, a.y), node("and", a.x, a.z))
	},
	// xor with y twice.
	func(a *ruleArgs) (*expr, *expr) { return node("xor", node("xor", a.x, a.y), a.y), a.x },
	// Subtracting and adding back: the identity that modular integers have, too.
	func(a *ruleArgs) (*expr, *expr) { return node("add", node("sub", a.x, a.y), a.y), a.x },
	// De Morgan on all bits of infinite two's complement.
	func(a *ruleArgs) (*expr, *expr) { return inot(node("and", a.x, a.y)), node("or", inot(a.x), inot(a.y)) },
	// A test of bit k, by moving the bit or by moving the mask.
	func(a *ruleArgs) (*expr, *expr) {
		return node("icmp.eq", node("and", node("shr", a.x, num(int64(a.k))), num(1)), num(1)), node("icmp.ne", node("and", a.x, numBig(pow2(a.k))), num(0))
	},
	// x ^ y = 0 exactly if x = y.
	func(a *ruleArgs) (*expr, *expr) {
		return node("icmp.eq", node("xor", a.x, a.y), num(0)), node("icmp.eq", a.x, a.y)
	},
	// x - y < 0 is x < y, which fails on integers that wrap.
	func(a *ruleArgs) (*expr, *expr) {
		return node("icmp.lt", node("sub", a.x, a.y), num(0)), node("icmp.lt", a.x, a.y)
	},
	// int_to_bool tests against zero, not the low bit.
	func(a *ruleArgs) (*expr, *expr) { return node("int_to_bool", a.x), node("icmp.ne", a.x, num(0)) },
	// Shifts left add their amounts, without a width to exceed.
	func(a *ruleArgs) (*expr, *expr) {
		j := int64(1 + a.r.IntN(20))
		return node("shl", node("shl", a.x, num(int64(a.k))), num(j)), node("shl", a.x, num(int64(a.k)+j))
	},
	// The inner shift is poison for negative amounts, where the right side has max keep the amount
	// defined; for others both shift by the sum.
	func(a *ruleArgs) (*expr, *expr) {
		return node("shr", node("shr", a.x, a.signed), num(int64(a.k))), node("shr", a.x, node("max", num(0), node("add", a.signed, num(int64(a.k)))))
	},
	// x / -c = -(x / c): it says that div rounds so that the remainder is not negative whatever the
	// sign of the divisor, as docs/spec has it; a div that rounds down for negative divisors fails
	// here.
	func(a *ruleArgs) (*expr, *expr) {
		return node("div", a.x, num(-a.c)), node("sub", num(0), node("div", a.x, num(a.c)))
	},
	// The remainder does not depend on the sign of the divisor.
	func(a *ruleArgs) (*expr, *expr) { return node("rem", a.x, num(-a.c)), node("rem", a.x, num(a.c)) },
	// Rounding to zero is symmetric in the sign of the dividend.
	func(a *ruleArgs) (*expr, *expr) {
		return node("tdiv", node("sub", num(0), a.x), num(a.c)), node("sub", num(0), node("tdiv", a.x, num(a.c)))
	},
	// trem has the sign of the dividend; that of the divisor does not matter.
	func(a *ruleArgs) (*expr, *expr) { return node("trem", a.x, num(-a.c)), node("trem", a.x, num(a.c)) },
	// div from tdiv: one less where the truncated remainder is negative.
	func(a *ruleArgs) (*expr, *expr) {
		return node("div", a.x, num(a.c)), sel(node("icmp.lt", node("trem", a.x, num(a.c)), num(0)), node("sub", node("tdiv", a.x, num(a.c)), num(1)), node("tdiv", a.x, num(a.c)))
	},
	// The average, rounded down, without the sum: common bits plus half of those that differ.
	func(a *ruleArgs) (*expr, *expr) {
		return node("shr", node("add", a.x, a.y), num(1)), node("add", node("and", a.x, a.y), node("shr", node("xor", a.x, a.y), num(1)))
	},
	// The average, rounded up: (x | y) - ((x ^ y) >> 1) = (x + y + 1) >> 1.
	func(a *ruleArgs) (*expr, *expr) {
		return node("sub", node("or", a.x, a.y), node("shr", node("xor", a.x, a.y), num(1))), node("shr", node("add", node("add", a.x, a.y), num(1)), num(1))
	},
	// At most one bit set is x & (x - 1) = 0. For negative x the left side is poison.
	func(a *ruleArgs) (*expr, *expr) {
		return node("icmp.le", node("count_ones", a.x), num(1)), node("icmp.eq", node("and", a.x, node("sub", a.x, num(1))), num(0))
	},
	// The smaller and the larger are both numbers in some order.
	func(a *ruleArgs) (*expr, *expr) {
		return node("add", node("min", a.x, a.y), node("max", a.x, a.y)), node("add", a.y, a.x)
	},
	// Adding the same to both keeps their order, since nothing wraps.
	func(a *ruleArgs) (*expr, *expr) {
		return node("min", node("add", a.x, a.z), node("add", a.y, a.z)), node("add", node("min", a.x, a.y), a.z)
	},
	// Negation turns min into max.
	func(a *ruleArgs) (*expr, *expr) {
		return node("sub", num(0), node("min", a.x, a.y)), node("max", node("sub", num(0), a.x), node("sub", num(0), a.y))
	},
	func(a *ruleArgs) (*expr, *expr) {
		// Multiplication by an inverse: x = 3y exactly, modulo 2^m.
		inv := new(big.Int).ModInverse(big.NewInt(3), pow2(a.m))
		return numbered("zext", a.m, a.x), numbered("zext", a.m, node("mul", node("mul", a.x, num(3)), numBig(inv)))
	},
	func(a *ruleArgs) (*expr, *expr) {
		// Division by a constant through a reciprocal: for 0 <= u < 2^16 and c < 256, ceil(2^24/c) is exact.
		u := claimed(node("add", a.u, num(0)), 'u', 16)
		magic := (1<<24 + a.c - 1) / a.c
		return node("div", u, num(a.c)), node("shr", node("mul", u, num(magic)), num(24))
	},
	// A shift by an amount in [0, 32) is a product with a power of two that is computed.
	func(a *ruleArgs) (*expr, *expr) {
		return node("shl", a.x, a.amt), node("mul", a.x, node("shl", num(1), a.amt))
	},
	// The same for shr and div, which both round down.
	func(a *ruleArgs) (*expr, *expr) {
		return node("shr", a.x, a.amt), node("div", a.x, node("shl", num(1), a.amt))
	},
	// A negative amount makes the left side poison; max keeps the right side defined.
	func(a *ruleArgs) (*expr, *expr) {
		return node("shl", a.x, a.signed), node("mul", a.x, node("shl", num(1), node("max", a.signed, num(0))))
	},
	// not and an arithmetic shift commute: the bits that come in are complemented, too.
	func(a *ruleArgs) (*expr, *expr) { return inot(node("shr", a.x, a.amt)), node("shr", inot(a.x), a.amt) },
	// The constants that follow are defined where x is poison, or 0 as a divisor: the other way round
	// fails there.
	func(a *ruleArgs) (*expr, *expr) { return node("mul", a.x, num(0)), num(0) },
	func(a *ruleArgs) (*expr, *expr) { return node("sub", a.x, a.x), num(0) },
	func(a *ruleArgs) (*expr, *expr) { return node("div", a.x, a.x), num(1) },
	func(a *ruleArgs) (*expr, *expr) { return node("rem", a.x, a.x), num(0) },
}

// world holds the parameters of a function in the making.
// params are the claims of @f's parameters by number; exprs are the parameters' nodes, in the same
// order.
type world struct {
	r      *rand.Rand
	params []claim
	exprs  []*expr
}

// param adds a parameter to @f. It is opaque, so that no mutation turns it into something else.
func (w *world) param(c claim) *expr {
	x := &expr{op: "param", n: len(w.params), opaque: true}
	w.params = append(w.params, c)
	w.exprs = append(w.exprs, x)
	return x
}

// someClaim is of no claim in two cases of five; bounds are at and beside the widths of machines.
func (w *world) someClaim() claim {
	switch w.r.IntN(5) {
	case 0, 1:
		return claim{}
	case 2:
		return claim{'u', pick(w.r, 1, 4, 7, 8, 12, 16, 32, 64)}
	}
	return claim{'s', pick(w.r, 2, 8, 8, 13, 16, 32, 64)}
}

// operand is a parameter, or something small made of parameters, which may be poison.
// Operands share at most three parameters, so that the same one occurs several times in an expression.
func (w *world) operand() *expr {
	p := func() *expr {
		if len(w.exprs) >= 3 || len(w.exprs) > 0 && w.r.IntN(4) == 0 {
			return w.exprs[w.r.IntN(len(w.exprs))]
		}
		return w.param(w.someClaim())
	}
	var x *expr
	switch w.r.IntN(6) {
	case 0:
		x = node(pick(w.r, "add", "sub", "xor", "or", "min"), p(), p())
		if w.r.IntN(2) == 0 {
			x = claimed(x, pick(w.r, byte('s'), 'u'), pick(w.r, 8, 16, 32))
		}
	case 1:
		x = node(pick(w.r, "add", "mul", "and"), p(), num(int64(w.r.IntN(41)-20)))
	default:
		return p()
	}
	x.opaque = true
	return x
}

// condition is a comparison of operands, poison if one of them is.
func (w *world) condition() *expr {
	c := node("icmp."+pick(w.r, "eq", "ne", "lt", "le", "gt", "ge"), w.operand(), w.operand())
	c.opaque = true
	return c
}

// ruleArgs draws operands and numbers for an identity. Every third width is one of a machine. u and s
// are poison where x or y does not fit; amt and signed are always in range, being extensions.
func (w *world) ruleArgs() *ruleArgs {
	a := &ruleArgs{r: w.r, k: 1 + w.r.IntN(12), m: 2 + w.r.IntN(39), c: int64(1 + w.r.IntN(100)), d: int64(w.r.IntN(200) - 100)}
	if w.r.IntN(3) == 0 {
		a.m = pick(w.r, 8, 16, 32)
	}
	a.x, a.y, a.z = w.operand(), w.operand(), w.operand()
	a.p, a.q = w.condition(), w.condition()
	mark := func(x *expr) *expr { x.opaque = true; return x }
	a.u = mark(claimed(node("add", a.x, num(0)), 'u', a.m))
	a.s = mark(claimed(node("add", a.y, num(0)), 's', a.m))
	a.amt = mark(numbered("zext", 5, a.y))
	a.signed = mark(numbered("sext", 5, a.y))
	return a
}

// wrap puts x into a larger expression.
func (w *world) wrap(x *expr) func(*expr) *expr {
	id := func(e *expr) *expr { return e }
	o := w.operand()
	if x.bool {
		switch w.r.IntN(3) {
		case 0:
			return func(e *expr) *expr { return sel(e, o, num(7)) }
		case 1:
			return func(e *expr) *expr { return node("bool_to_int", e) }
		}
		return id
	}
	switch w.r.IntN(9) {
	case 0:
		op := pick(w.r, "add", "sub", "xor", "max")
		return func(e *expr) *expr { return node(op, o, e) }
	case 1:
		n := 9 + w.r.IntN(60)
		return func(e *expr) *expr { return numbered("sext", n, e) }
	case 2:
		return func(e *expr) *expr { return claimed(node("add", e, num(1)), 's', 64) }
	case 3:
		return func(e *expr) *expr { return node("mul", e, e) }
	}
	return id
}

// mutate changes one thing of a graph above its opaque parts.
// It changes an opcode, a number, a constant or the order of operands, and never what x, y and the
// like are made of: they would differ from the other side's. nil if the dice hit what cannot be
// changed. The result may still be equivalent; the caller must hold it to the evaluator.
func mutate(r *rand.Rand, root *expr) *expr {
	var nodes []*expr
	seen := map[*expr]bool{}
	var walk func(x *expr)
	walk = func(x *expr) {
		if seen[x] || x.opaque {
			return
		}
		seen[x] = true
		nodes = append(nodes, x)
		for _, a := range x.args {
			walk(a)
		}
	}
	walk(root)
	if len(nodes) == 0 {
		return nil
	}
	target := nodes[r.IntN(len(nodes))]
	changed := *target
	x := &changed
	x.args = append([]*expr{}, target.args...)
	// Opcodes that a slip of the pen exchanges. A group has one type of operands and result.
	groups := [][]string{
		{"add", "sub", "xor", "or", "and", "mul"}, {"div", "tdiv"}, {"rem", "trem"}, {"min", "max"},
		{"shl", "shr"}, {"zext", "sext"}, {"rotate_left", "rotate_right"}, {"band", "bor", "bxor"},
		{"icmp.eq", "icmp.ne", "icmp.lt", "icmp.le", "icmp.gt", "icmp.ge"}, {"div", "shr"}, {"clmul", "mul"},
	}
	switch k := r.IntN(4); {
	case x.op == "iconst":
		x.c = new(big.Int).Add(x.c, big.NewInt(pick(r, int64(1), -1, 2)))
	case x.op == "bconst":
		x.c = toVal(x.c.Sign() == 0)
	// The last two operands, so that a select's arms are exchanged, and not its condition.
	case k == 0 && len(x.args) >= 2:
		i := len(x.args) - 1
		if x.args[i].bool != x.args[i-1].bool {
			return nil
		}
		x.args[i], x.args[i-1] = x.args[i-1], x.args[i]
	case k == 1 && x.n > 2:
		x.n += pick(r, 1, -1)
	default:
		var choices []string
		for _, g := range groups {
			for _, op := range g {
				if op == x.op {
					choices = append(choices, g...)
				}
			}
		}
		if len(choices) == 0 {
			return nil
		}
		x.op = choices[r.IntN(len(choices))]
	}
	return substitute(root, target, x)
}

// substitute copies a graph with one node replaced.
// Nodes above the replaced one are new, all others shared with the original, which stays as it is. It
// takes time linear in the graph, as each node is visited once.
func substitute(root, old, new *expr) *expr {
	memo := map[*expr]*expr{old: new}
	var walk func(x *expr) *expr
	walk = func(x *expr) *expr {
		if c, ok := memo[x]; ok {
			return c
		}
		memo[x] = x
		c := *x
		c.args = make([]*expr, len(x.args))
		same := true
		for i, a := range x.args {
			c.args[i] = walk(a)
			same = same && c.args[i] == a
		}
		if !same {
			memo[x] = &c
		}
		return memo[x]
	}
	return walk(root)
}

// samples is how many inputs a pair is tried on: with it, one that differs for one input in 200 is
// seen 15 times on average.
const samples = 3000

// finish makes a pair of two graphs once the evaluator agrees with the verdict that is claimed: none
// of the samples is a witness against a right pair, at least one in 200 against a wrong one. A wrong
// pair is hard if fewer than one in 50 are.
// A right pair with a witness is a mistake in the table of identities, hence the panic. Pairs that
// decide fewer than half of the samples are dropped: their numbers are too large.
func (w *world) finish(before, after *expr, right bool, why string) (pair, bool) {
	bad, decided, first := witnesses(w.r, before, after, w.params, samples)
	p := pair{before: emit(before, w.params), after: emit(after, w.params), why: why}
	if decided < samples/2 {
		return p, false
	}
	if right {
		if bad > 0 {
			panic(fmt.Sprintf("attack: %s does not hold for %v\n%s%s", why, first, p.before, p.after))
		}
		return p, true
	}
	p.hard = bad*50 < decided
	p.why = fmt.Sprintf("%s: differs for arguments %v and %d of %d samples", why, first, bad, decided)
	return p, bad*200 >= decided
}

// intPair replaces one side of an identity by the other within an expression, or by a near miss.
// Near misses are made of the right-hand side, so that the program before is one that the table means.
func intPair(r *rand.Rand, right bool) (pair, bool) {
	w := &world{r: r}
	a := w.ruleArgs()
	i := r.IntN(len(identities))
	lhs, rhs := identities[i](a)
	wrap := w.wrap(lhs)
	if right {
		return w.finish(wrap(lhs), wrap(rhs), true, fmt.Sprintf("identity %d", i))
	}
	if r.IntN(4) == 0 {
		// The other way round, which fails where the right side has less poison.
		return w.finish(wrap(rhs), wrap(lhs), false, fmt.Sprintf("identity %d the other way round", i))
	}
	bad := mutate(r, rhs)
	if bad == nil || bad == rhs {
		return pair{}, false
	}
	return w.finish(wrap(lhs), wrap(bad), false, fmt.Sprintf("near identity %d", i))
}

// claimPair drops claims, adds those that follow, or adds one that does not.
// x and y are not negative, s and t have a sign; bits is the least width that the ranges of the
// operands guarantee for the result, or one near it.
func claimPair(r *rand.Rand, right bool) (pair, bool) {
	w := &world{r: r}
	n, m := 2+r.IntN(14), 2+r.IntN(14)
	x, y := w.param(claim{'u', n}), w.param(claim{'u', m})
	s, t := w.param(claim{'s', n}), w.param(claim{'s', m})
	big := max(n, m)
	forms := []struct {
		e    *expr
		kind byte
		bits int
	}{
		// A sum of two numbers needs one bit more than the longer.
		{node("add", x, y), 'u', big + 1},
		// A product needs the bits of both.
		{node("mul", x, y), 'u', n + m},
		// A difference of numbers that are not negative needs a sign.
		{node("sub", x, y), 's', big + 1},
		{node("add", s, t), 's', big + 1},
		{node("mul", s, t), 's', n + m},
		// Bitwise operations stay within the longer operand, sign included.
		{node("xor", s, t), 's', big},
		// A mask that is not negative bounds the result, whatever the other operand.
		{node("and", x, s), 'u', n},
		{node("or", x, y), 'u', big},
		{node("shl", x, num(3)), 'u', n + 3},
		{node("shr", s, num(1)), 's', n - 1},
		// -(-2^(n-1)) does not fit into n bits.
		{node("sub", num(0), s), 's', n + 1},
		{node("min", x, y), 'u', min(n, m)},
		{node("max", s, t), 's', big},
		{numbered("zext", m, s), 'u', m},
		{numbered("sext", m, x), 's', m},
		// rem of a positive divisor is in [0, 2^m).
		{node("rem", s, numBig(pow2(m))), 'u', m},
		// not maps the range of s onto itself, and that of x to negative numbers.
		{inot(s), 's', n},
		{inot(x), 's', n + 1},
		{node("div", x, num(2)), 'u', max(n-1, 1)},
	}
	f := forms[r.IntN(len(forms))]
	wrap := w.wrap(f.e)
	with := claimed(f.e, f.kind, f.bits)
	if r.IntN(3) == 0 && f.bits > 0 {
		// The claim on a use: the consumer's result is poison where it is violated.
		with = used(node("add", f.e, num(1)), 0, f.kind, f.bits)
		f.e = node("add", f.e, num(1))
	}
	if right {
		if r.IntN(3) == 0 {
			tight := claimed(f.e, f.kind, max(f.bits-1, 1))
			return w.finish(wrap(tight), wrap(f.e), true, "a claim dropped")
		}
		return w.finish(wrap(f.e), wrap(with), true, "a claim that follows from the ranges of the operands")
	}
	if f.bits < 2 {
		return pair{}, false
	}
	bad := claimed(f.e, f.kind, f.bits-1)
	if with.uses != nil {
		bad = used(f.e, 0, f.kind, f.bits-1)
	}
	return w.finish(wrap(f.e), wrap(bad), false, "a claim one bit too narrow")
}

// dontCarePair adds don't-care bits to a use whose consumer ignores them, or does not.
// A use :iN says that the consumer reads the low N bits only; the evaluator overwrites the rest with
// zeros and with ones to see whether that is true.
func dontCarePair(r *rand.Rand, right bool) (pair, bool) {
	w := &world{r: r}
	x, y := w.operand(), w.operand()
	n := 2 + r.IntN(30)
	forms := []*expr{
		numbered("zext", n, x),
		numbered("sext", n, x),
		node("and", x, num(int64(1)<<n-1)),
		numbered("bit_reverse", n, x),
		numbered("rotate_left", n, x, num(int64(r.IntN(n)))),
		numbered("count_leading_zeros", n, x),
		numbered("merge", n, y, x),
	}
	i := r.IntN(len(forms))
	e, use := forms[i], 0
	if e.op == "merge" {
		use = 1
	}
	wrap := w.wrap(e)
	if right {
		return w.finish(wrap(e), wrap(used(e, use, 'i', n+r.IntN(3))), true, fmt.Sprintf("%s reads the low %d bits only", e.op, n))
	}
	if r.IntN(2) == 0 {
		e = node(pick(r, "add", "icmp.lt", "xor", "max", "div"), x, node("or", y, num(1)))
		wrap = w.wrap(e)
		return w.finish(wrap(e), wrap(used(e, 0, 'i', n)), false, e.op+" reads all bits")
	}
	return w.finish(wrap(e), wrap(used(e, use, 'i', n-1)), false, fmt.Sprintf("%s reads bit %d", e.op, n-1))
}
