package host

import (
	"math"

	"github.com/tuffy-ir/tuffy/interp/ieee754"
)

// Each is exact or rounded once (C11 7.12, annex F), so that it has one result but for NaNs. errno and the flags of
// the environment are not there.
var floatFunctions = floatPairs(
	floatRow{"ceil", 1, "the least integer that is not below", rounded(math.Ceil)},
	floatRow{"copysign", 2, "the magnitude of the first with the sign of the second", func(f ieee754.Format, x []uint64) uint64 { return f.CopySign(x[0], x[1]) }},
	floatRow{"fabs", 1, "without its sign", func(f ieee754.Format, x []uint64) uint64 { return f.Abs(x[0]) }},
	floatRow{"floor", 1, "the greatest integer that is not above", rounded(math.Floor)},
	floatRow{"fma", 3, "a * b + c, rounded once", func(f ieee754.Format, x []uint64) uint64 { return ieee754.Fast{}.FMA(f, x[0], x[1], x[2]) }},
	floatRow{"fmax", 2, "the greater one; a number wins over a NaN, +0 is above -0", func(f ieee754.Format, x []uint64) uint64 { return ieee754.Fast{}.MaxNum(f, x[0], x[1]) }},
	floatRow{"fmin", 2, "the smaller one; a number wins over a NaN, -0 is below +0", func(f ieee754.Format, x []uint64) uint64 { return ieee754.Fast{}.MinNum(f, x[0], x[1]) }},
	floatRow{"fmod", 2, "the remainder of the quotient truncated, exact", func(f ieee754.Format, x []uint64) uint64 { return ieee754.Fast{}.Rem(f, x[0], x[1]) }},
	floatRow{"sqrt", 1, "the square root, rounded once; NaN below 0", func(f ieee754.Format, x []uint64) uint64 { return ieee754.Fast{}.Sqrt(f, x[0]) }},
	floatRow{"trunc", 1, "without its fraction", rounded(math.Trunc)},
)

// floatRow is a function of float and double alike.
type floatRow struct {
	name string
	args int
	doc  string
	f    func(f ieee754.Format, x []uint64) uint64
}

// floatPairs makes of each row the function of double and, with an f behind its name, that of float.
func floatPairs(rows ...floatRow) []Function {
	var out []Function
	for _, r := range rows {
		for _, t := range []struct {
			suffix string
			kind   Kind
			format ieee754.Format
		}{{"", F64, ieee754.F64}, {"f", F32, ieee754.F32}} {
			params := make([]Kind, r.args)
			for n := range params {
				params[n] = t.kind
			}
			out = append(out, Function{Name: r.name + t.suffix, Params: params, Result: []Kind{t.kind}, Doc: r.doc,
				Pure: func(x []uint64) (uint64, bool) { return r.f(t.format, x), true },
				Call: func(e Env, a []Value) ([]Value, Status) {
					x := make([]uint64, len(a))
					for n, v := range a {
						x[n] = v.Bits
					}
					return one(Value{Kind: t.kind, Bits: r.f(t.format, x)})
				}})
		}
	}
	return out
}

// rounded is a function whose result for a float is one, too. What has no fraction stays bit for bit, NaNs with it.
func rounded(f func(float64) float64) func(ieee754.Format, []uint64) uint64 {
	return func(t ieee754.Format, x []uint64) uint64 {
		if t == ieee754.F32 {
			v := float64(math.Float32frombits(uint32(x[0])))
			if v != v || f(v) == v {
				return x[0]
			}
			return uint64(math.Float32bits(float32(f(v))))
		}
		v := math.Float64frombits(x[0])
		if v != v || f(v) == v {
			return x[0]
		}
		return math.Float64bits(f(v))
	}
}
