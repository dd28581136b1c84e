/* Complex arithmetic (C11 7.3), by way of long double, which loses nothing that a double shows but where terms cancel. Special values are
   those of annex G for the exponential, the hyperbolic and trigonometric functions, their logarithm and root. */

#include <complex.h>
#include <math.h>

typedef long double real;
typedef long double complex number;

static number __tuffy_complex(real x, real y) { return CMPLXL(x, y); }

real cabsl(number z) { return hypotl(creall(z), cimagl(z)); }
real cargl(number z) { return atan2l(cimagl(z), creall(z)); }

/* The macros of the header give the parts without a call. */
#define RE(z) (((union { number z; real part[2]; }){z}).part[0])
#define IM(z) (((union { number z; real part[2]; }){z}).part[1])

real(creall)(number z) { return RE(z); }
real(cimagl)(number z) { return IM(z); }
number conjl(number z) { return __tuffy_complex(RE(z), -IM(z)); }

number cprojl(number z)
{
	if (isinf(RE(z)) || isinf(IM(z)))
		return __tuffy_complex(INFINITY, copysignl(0, IM(z)));
	return z;
}

number csqrtl(number z)
{
	real x = RE(z), y = IM(z);
	if (x == 0 && y == 0)
		return __tuffy_complex(0, y);
	if (isinf(y))
		return __tuffy_complex(INFINITY, y);
	if (isnan(x))
		return __tuffy_complex(x, y - y + x);
	if (isinf(x))
		return signbit(x) ? __tuffy_complex(fabsl(y - y), copysignl(x, y)) : __tuffy_complex(x, copysignl(y - y, y));
	/* Without overflow and underflow between. */
	int scale = 0;
	if (fabsl(x) > 0x1p16380L || fabsl(y) > 0x1p16380L)
		scale = 2;
	else if (fabsl(x) < 0x1p-16000L && fabsl(y) < 0x1p-16000L)
		scale = -400;
	x = scalbnl(x, -2 * scale), y = scalbnl(y, -2 * scale);
	real t = sqrtl((fabsl(x) + hypotl(x, y)) * 0.5L), other = fabsl(y) / (2 * t);
	t = scalbnl(t, scale), other = scalbnl(other, scale);
	return x >= 0 ? __tuffy_complex(t, copysignl(other, y)) : __tuffy_complex(other, copysignl(t, y));
}

number cexpl(number z)
{
	real x = RE(z), y = IM(z);
	if (y == 0)
		return __tuffy_complex(expl(x), y);
	if (x == 0)
		return __tuffy_complex(cosl(y), sinl(y));
	if (!isfinite(y)) {
		if (isfinite(x) || isnan(x))
			return __tuffy_complex(y - y, y - y);
		return signbit(x) ? __tuffy_complex(0, 0) : __tuffy_complex(x, y - y);
	}
	/* In two steps, as the factor may be too large where the product is not. */
	real e = expl(x / 2);
	return __tuffy_complex(e * cosl(y) * e, e * sinl(y) * e);
}

number clogl(number z)
{
	real x = fabsl(RE(z)), y = fabsl(IM(z)), angle = cargl(z);
	if (x < y) {
		real t = x;
		x = y, y = t;
	}
	/* Near the circle the logarithm is that of a number near 1. */
	if (x > 0.5L && x < 2 && y < 2)
		return __tuffy_complex(log1pl(fmal(y, y, (x - 1) * (x + 1))) / 2, angle);
	return __tuffy_complex(logl(hypotl(x, y)), angle);
}

number cpowl(number a, number b)
{
	if (RE(a) == 0 && IM(a) == 0 && RE(b) > 0 && IM(b) == 0)
		return __tuffy_complex(0, 0);
	number l = clogl(a);
	real x = RE(l), y = IM(l), u = RE(b), v = IM(b);
	return cexpl(__tuffy_complex(x * u - y * v, x * v + y * u));
}

number csinhl(number z)
{
	real x = RE(z), y = IM(z);
	if (isfinite(x) && isfinite(y)) {
		if (y == 0)
			return __tuffy_complex(sinhl(x), y);
		return __tuffy_complex(sinhl(x) * cosl(y), coshl(x) * sinl(y));
	}
	if (x == 0)
		return __tuffy_complex(copysignl(0, x * (y - y)), y - y);
	if (y == 0)
		return __tuffy_complex(x, y);
	if (isfinite(x))
		return __tuffy_complex(y - y, x * (y - y));
	if (isinf(x))
		return isfinite(y) ? __tuffy_complex(x * cosl(y), INFINITY * sinl(y)) : __tuffy_complex(x * x, x * (y - y));
	return __tuffy_complex((x * x) * (y - y), (x + x) * (y - y));
}

number ccoshl(number z)
{
	real x = RE(z), y = IM(z);
	if (isfinite(x) && isfinite(y)) {
		if (y == 0)
			return __tuffy_complex(coshl(x), x * y);
		return __tuffy_complex(coshl(x) * cosl(y), sinhl(x) * sinl(y));
	}
	if (x == 0)
		return __tuffy_complex(y - y, copysignl(0, x * (y - y)));
	if (y == 0)
		return __tuffy_complex(x * x, isnan(x) ? y : copysignl(0, x) * y);
	if (isfinite(x))
		return __tuffy_complex(y - y, x * (y - y));
	if (isinf(x))
		return isfinite(y) ? __tuffy_complex(x * x * cosl(y), x * sinl(y)) : __tuffy_complex(x * x, x * (y - y));
	return __tuffy_complex((x * x) * (y - y), (x + x) * (y - y));
}

/* Kahan's formula (Branch cuts for complex elementary functions, 1987). */
number ctanhl(number z)
{
	real x = RE(z), y = IM(z);
	if (isnan(x))
		return __tuffy_complex(x, y == 0 ? y : x * y);
	if (isinf(x))
		return __tuffy_complex(copysignl(1, x), copysignl(0, isfinite(y) ? sinl(y) * cosl(y) : y));
	if (!isfinite(y))
		return __tuffy_complex(x != 0 ? y - y : x, y - y);
	if (fabsl(x) >= 5000) {
		real e = expl(-fabsl(x));
		return __tuffy_complex(copysignl(1, x), 4 * sinl(y) * cosl(y) * e * e);
	}
	real t = tanl(y), beta = 1 + t * t, s = sinhl(x), rho = sqrtl(1 + s * s), d = 1 + beta * s * s;
	return __tuffy_complex(beta * rho * s / d, t / d);
}

/* i z and -i z turn the hyperbolic functions to the trigonometric ones. */
static number __tuffy_turn(number z) { return __tuffy_complex(-IM(z), RE(z)); }
static number __tuffy_turn_back(number z) { return __tuffy_complex(IM(z), -RE(z)); }

number csinl(number z) { return __tuffy_turn_back(csinhl(__tuffy_turn(z))); }
number ccosl(number z) { return ccoshl(__tuffy_turn(z)); }
number ctanl(number z) { return __tuffy_turn_back(ctanhl(__tuffy_turn(z))); }

/* Kahan's: the real part is an angle, the imaginary part the inverse hyperbolic sine of a product of roots. */
static number __tuffy_conj_times(number a, number b)
{
	return __tuffy_complex(RE(a) * RE(b) + IM(a) * IM(b), RE(a) * IM(b) - IM(a) * RE(b));
}

number casinl(number z)
{
	real x = RE(z), y = IM(z);
	number down = csqrtl(__tuffy_complex(1 - x, -y)), up = csqrtl(__tuffy_complex(1 + x, y));
	real re = atan2l(x, RE(down) * RE(up) - IM(down) * IM(up));
	number product = __tuffy_conj_times(down, up);
	return __tuffy_complex(re, asinhl(IM(product)));
}

number cacosl(number z)
{
	real x = RE(z), y = IM(z);
	number down = csqrtl(__tuffy_complex(1 - x, -y)), up = csqrtl(__tuffy_complex(1 + x, y));
	number product = __tuffy_conj_times(up, down);
	return __tuffy_complex(2 * atan2l(RE(down), RE(up)), asinhl(IM(product)));
}

number catanl(number z)
{
	real x = RE(z), y = IM(z), above = y + 1, below = y - 1;
	real re = atan2l(2 * x, (1 - x) * (1 + x) - y * y) / 2;
	real im = log1pl(4 * y / (x * x + below * below)) / 4;
	if (x == 0 && fabsl(y) <= 1)
		re = x;
	if (y < 0)
		im = -log1pl(-4 * y / (x * x + above * above)) / 4;
	return __tuffy_complex(re, y == 0 ? y : im);
}

number casinhl(number z) { return __tuffy_turn_back(casinl(__tuffy_turn(z))); }
number catanhl(number z) { return __tuffy_turn_back(catanl(__tuffy_turn(z))); }

number cacoshl(number z)
{
	number a = cacosl(z);
	/* Of the two the one with a real part that is not negative. */
	return signbit(IM(a)) ? __tuffy_turn(a) : __tuffy_turn_back(a);
}

/* The functions of double and float are those, rounded. */
#define RE_OF(type, z) (((union { type complex z; type part[2]; }){z}).part[0])
#define IM_OF(type, z) (((union { type complex z; type part[2]; }){z}).part[1])
#define PART(type, name, long_name) \
	type(name)(type complex z) { return long_name(__tuffy_complex(RE_OF(type, z), IM_OF(type, z))); }
#define ROUNDED(type, name, long_name) \
	type complex name(type complex z) \
	{ \
		number r = long_name(__tuffy_complex(RE_OF(type, z), IM_OF(type, z))); \
		return ((union { type part[2]; type complex z; }){{RE(r), IM(r)}}).z; \
	}
#define POWER(type, name) \
	type complex name(type complex a, type complex b) \
	{ \
		number r = cpowl(__tuffy_complex(RE_OF(type, a), IM_OF(type, a)), __tuffy_complex(RE_OF(type, b), IM_OF(type, b))); \
		return ((union { type part[2]; type complex z; }){{RE(r), IM(r)}}).z; \
	}
#define BOTH(name) ROUNDED(double, name, name##l) ROUNDED(float, name##f, name##l)
#define BOTH_PARTS(name) PART(double, name, name##l) PART(float, name##f, name##l)

BOTH_PARTS(cabs)
BOTH_PARTS(carg)
BOTH_PARTS(creal)
BOTH_PARTS(cimag)
BOTH(conj)
BOTH(cproj)
BOTH(csqrt)
BOTH(cexp)
BOTH(clog)
BOTH(csin)
BOTH(ccos)
BOTH(ctan)
BOTH(csinh)
BOTH(ccosh)
BOTH(ctanh)
BOTH(casin)
BOTH(cacos)
BOTH(catan)
BOTH(casinh)
BOTH(cacosh)
BOTH(catanh)
POWER(double, cpow)
POWER(float, cpowf)
