package host

// complexFunctions are C in package clib: of each the function of double, float and long double. A complex number is passed as the
// calling convention says, and so is given here as its parts.
var complexFunctions = complexRows([]complexRow{
	{"cabs", 1, true, "the distance from 0"},
	{"carg", 1, true, "the angle from -pi to pi"},
	{"creal", 1, true, "the real part"},
	{"cimag", 1, true, "the imaginary part"},
	{"conj", 1, false, "the number with the other sign of its imaginary part"},
	{"cproj", 1, false, "the number, but one infinity for all"},
	{"csqrt", 1, false, "the square root with a real part that is not negative"},
	{"cexp", 1, false, "the exponential function"},
	{"clog", 1, false, "the natural logarithm"},
	{"cpow", 2, false, "the first to the power of the second: e to the product of that and the logarithm"},
	{"csin", 1, false, "the sine"},
	{"ccos", 1, false, "the cosine"},
	{"ctan", 1, false, "the tangent"},
	{"csinh", 1, false, "the hyperbolic sine"},
	{"ccosh", 1, false, "the hyperbolic cosine"},
	{"ctanh", 1, false, "the hyperbolic tangent"},
	{"casin", 1, false, "the inverse of the sine"},
	{"cacos", 1, false, "the inverse of the cosine"},
	{"catan", 1, false, "the inverse of the tangent"},
	{"casinh", 1, false, "the inverse of the hyperbolic sine"},
	{"cacosh", 1, false, "the inverse of the hyperbolic cosine"},
	{"catanh", 1, false, "the inverse of the hyperbolic tangent"},
})

// complexRow is a function of so many complex numbers, with a real result or a complex one.
type complexRow struct {
	name string
	args int
	part bool
	doc  string
}

func complexRows(rows []complexRow) (out []Function) {
	for _, r := range rows {
		for _, t := range []struct {
			suffix string
			kind   Kind
		}{{"", F64}, {"f", F32}, {"l", F80}} {
			f := Function{Name: r.name + t.suffix, InIR: true, Doc: r.doc + " of a complex number", Result: []Kind{t.kind}}
			for range 2 * r.args {
				f.Params = append(f.Params, t.kind)
			}
			if !r.part {
				f.Result = append(f.Result, t.kind)
			}
			out = append(out, f)
		}
	}
	return out
}
