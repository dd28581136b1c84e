package host

import (
	"math/big"

	"github.com/tuffy-ir/tuffy/interp/ieee754"
)

// longFunctions are the functions of long double that are exact or rounded once. For the others a program needs a
// library of its own.
var longFunctions = longRows(
	longRow{"ceill", 1, "the least integer that is not below", whole(func(up, negative bool) bool { return !negative })},
	longRow{"copysignl", 2, "the magnitude of the first with the sign of the second", func(x []ieee754.Bits) ieee754.Bits { return ieee754.F80.CopySignBits(x[0], x[1]) }},
	longRow{"fabsl", 1, "without its sign", func(x []ieee754.Bits) ieee754.Bits { return ieee754.F80.AbsBits(x[0]) }},
	longRow{"floorl", 1, "the greatest integer that is not above", whole(func(up, negative bool) bool { return negative })},
	longRow{"fmal", 3, "a * b + c, rounded once", func(x []ieee754.Bits) ieee754.Bits {
		return ieee754.Exact{}.FMABits(ieee754.F80, x[0], x[1], x[2])
	}},
	longRow{"fmaxl", 2, "the greater one; a number wins over a NaN, +0 is above -0", func(x []ieee754.Bits) ieee754.Bits { return ieee754.Exact{}.MaxNumBits(ieee754.F80, x[0], x[1]) }},
	longRow{"fminl", 2, "the smaller one; a number wins over a NaN, -0 is below +0", func(x []ieee754.Bits) ieee754.Bits { return ieee754.Exact{}.MinNumBits(ieee754.F80, x[0], x[1]) }},
	longRow{"fmodl", 2, "the remainder of the quotient truncated, exact", func(x []ieee754.Bits) ieee754.Bits { return ieee754.Exact{}.RemBits(ieee754.F80, x[0], x[1]) }},
	longRow{"roundl", 1, "the nearest integer, halves away from 0", whole(func(up, negative bool) bool { return up })},
	longRow{"sqrtl", 1, "the square root, rounded once; NaN below 0", func(x []ieee754.Bits) ieee754.Bits { return ieee754.Exact{}.SqrtBits(ieee754.F80, x[0]) }},
	longRow{"truncl", 1, "without its fraction", whole(func(up, negative bool) bool { return false })},
)

// longRow is a function of long double.
type longRow struct {
	name string
	args int
	doc  string
	f    func(x []ieee754.Bits) ieee754.Bits
}

func longRows(rows ...longRow) []Function {
	var out []Function
	for _, r := range rows {
		params := make([]Kind, r.args)
		for n := range params {
			params[n] = F80
		}
		out = append(out, Function{Name: r.name, Params: params, Result: []Kind{F80}, Doc: r.doc,
			Call: func(e Env, a []Value) ([]Value, Status) {
				x := make([]ieee754.Bits, len(a))
				for n, v := range a {
					x[n] = ieee754.Bits{Hi: v.Hi, Lo: v.Bits}
				}
				b := r.f(x)
				return one(Value{Kind: F80, Bits: b.Lo, Hi: b.Hi})
			}})
	}
	return out
}

// whole is a function whose result has no fraction. The magnitude is truncated, and one more where away says so of
// the rest: that it is a half or more, and the sign. What has no fraction stays bit for bit, NaNs with it.
func whole(away func(up, negative bool) bool) func(x []ieee754.Bits) ieee754.Bits {
	return func(x []ieee754.Bits) ieee754.Bits {
		const f = ieee754.F80
		if f.IsNaNBits(x[0]) || f.AbsBits(x[0]) == f.InfBits(false) {
			return x[0]
		}
		v := f.BigFloat(f.AbsBits(x[0]))
		n, how := v.Int(nil)
		if how == big.Exact {
			return x[0]
		}
		rest := new(big.Float).Sub(v, new(big.Float).SetInt(n))
		if away(rest.Cmp(big.NewFloat(0.5)) >= 0, f.Negative(x[0])) {
			n.Add(n, big.NewInt(1))
		}
		return f.CopySignBits(ieee754.Exact{}.FromIntBits(f, n), x[0])
	}
}
