/* long double in the C library: output, input, functions that round once. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef long double ld;

static ld numbers[] = {0.0L, -0.0L, 1.0L, -1.5L, 2.5L, 0.5L, 1.1L, 1e-4L, 123456789.987654321L, 9.5L, 1e18L, 1.5e19L,
	3.14159265358979323846L, 1e300L, 1.18973149535723176502e4932L, 3.36e-4932L, 3.6e-4951L, 1.0L / 0.0L, -0.4999999999999999999L};

static void list(const char *format, ...) {
	va_list ap;
	va_start(ap, format);
	vprintf(format, ap);
	va_end(ap);
}

int main(void) {
	for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		ld x = numbers[i];
		printf("[%Lf] [%Le] [%Lg] [%.20Lg] [%.0Lf] [%#.0Le]\n", x, x, x, x, x, x);
		printf("[%30.3Lf] [%-30.25LE] [%+030LG] [% Lg]\n", x, x, x, x);
		printf("%Lg %Lg %Lg %Lg\n", floorl(x), ceill(x), truncl(x), roundl(x));
		printf("%.20Lg %.20Lg %.20Lg\n", sqrtl(fabsl(x)), fmodl(i == 17 ? 1 : x, 0.3L), fmal(x, x, 1.0L));
		printf("%Lg %Lg %Lg\n", fmaxl(x, 1.0L), fminl(x, 1.0L), copysignl(x, -1.0L));
	}
	list("%d %Lg %s %Lf %f\n", 7, 1.25L, "text", -2.5L, 3.5);
	char *end;
	static const char *const texts[] = {"1.1", "  -0x1.8p-16440xyz", "1e5000", "1e-5000", "inf", "-18446744073709551617.5e0", "nothing", "3.3621e-4932,"};
	for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
		ld x = strtold(texts[i], &end);
		printf("%.21Lg %d\n", x, (int)(end - texts[i]));
	}
	ld a = 0, b = 0;
	double c = 0;
	printf("%d", sscanf("1.1 -2e4000 7.5", "%Lf %Lg %lf", &a, &b, &c));
	printf(" %.21Lg %.21Lg %g\n", a, b, c);
	return 0;
}
