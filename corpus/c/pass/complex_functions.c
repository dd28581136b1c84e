/* <complex.h>: special values, and others to 11 digits, of float to 3. */
#include <complex.h>
#include <math.h>
#include <stdio.h>

#define F(name) {#name, name, name##f, name##l}
static const struct {
	const char *name;
	double complex (*d)(double complex);
	float complex (*f)(float complex);
	long double complex (*l)(long double complex);
} functions[] = {F(conj), F(cproj), F(csqrt), F(cexp), F(clog), F(csin), F(ccos), F(ctan), F(csinh), F(ccosh), F(ctanh), F(casin), F(cacos), F(catan), F(casinh), F(cacosh), F(catanh)};

static void number(double v, int digits) {
	if (v != v)
		printf("nan ");
	else
		printf("%.*g ", digits, fabs(v) < 1e-14 ? 0.0 : v);
}

static void all(double x, double y, int from, int to) {
	double complex z = CMPLX(x, y);
	for (int i = from; i < to; i++) {
		double complex d = functions[i].d(z);
		/* Of an infinity beside a NaN the sign is left open. */
		int open = isnan(creal(d)) || isnan(cimag(d));
		number(open ? fabs(creal(d)) : creal(d), 11), number(open ? fabs(cimag(d)) : cimag(d), 11);
		float complex f = functions[i].f(CMPLXF(x, y));
		number(open ? fabsf(crealf(f)) : crealf(f), 3), number(open ? fabsf(cimagf(f)) : cimagf(f), 3);
		long double complex l = functions[i].l(CMPLXL(x, y));
		number(open ? fabsl(creall(l)) : creall(l), 11), number(open ? fabsl(cimagl(l)) : cimagl(l), 11);
		printf(", ");
	}
	number(cabs(z), 11), number(cabsf(z), 3), number(cabsl(z), 11), number(carg(z), 11), number(cargf(z), 3), number(cargl(z), 11);
	double (*re)(double complex) = creal, (*im)(double complex) = cimag;
	number(re(z), 11), number(im(z), 11);
	puts("");
}

int main(void) {
	static const double xs[] = {0.5, -0.5, 1, -1, 2, -3, 0.1, 7.25, -0.875, 1.0625};
	for (int i = 0; i < 10; i++)
		for (int k = 0; k < 10; k++) all(xs[i], xs[(3 * i + k + k * k) % 10] / (k + 1), 0, 17);
	static const double special[] = {0, 1, -2, INFINITY, -INFINITY, NAN};
	for (int i = 0; i < 6; i++)
		for (int k = 0; k < 6; k++) all(special[i], special[k], 0, i < 3 && k < 3 && (i || k) ? 11 : 7);
	for (int i = 0; i < 10; i++) {
		double complex p = cpow(CMPLX(xs[i], 0.25), CMPLX(1.5, xs[(i + 3) % 10] / 4));
		number(creal(p), 11), number(cimag(p), 11);
		float complex q = cpowf(CMPLXF(xs[i], 0.25f), CMPLXF(2, 0.5f));
		number(crealf(q), 3), number(cimagf(q), 3);
		long double complex r = cpowl(CMPLXL(xs[i], 0.25L), CMPLXL(2, 0.5L));
		number(creall(r), 11), number(cimagl(r), 11);
	}
	double complex big = csqrt(CMPLX(1e308, 1e308)), near = clog(CMPLX(0.6, 0.8 + 1e-9)), over = cexp(CMPLX(710, 1.5));
	number(creal(big), 11), number(cimag(big), 11), printf("%.6g ", creal(near)), number(creal(over), 11);
	puts("");
	return 0;
}
