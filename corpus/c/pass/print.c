/* printf: directives, flags, widths and precisions. */
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>

static const double floats[] = {0, -0.0, 1, -1, 0.5, 1.5, 2.5, 0.1, 123456789.125, 1e22, 1e23, 5e-324, DBL_MAX, DBL_MIN, 9.995, 0.09995, 99999.95, 999999.5, 1e-5, 0.0001, 0.00012345678, INFINITY, -INFINITY, NAN, 1e100, 3.14159265358979, 0x1.fffffffffffffp-1};
static const char *const float_formats[] = {"%f", "%e", "%g", "%.0f", "%.0e", "%.0g", "%#.0f", "%#.0e", "%.3f", "%.15g", "%.17g", "%+10.2f|", "%-12.3e|", "%012.4f|", "% g", "%G", "%E", "%.30f", "%.60g", "%20.10g|", "%.1f", "%.2f"};
static const long integers[] = {0, 1, -1, 42, INT_MAX, INT_MIN, LONG_MAX, LONG_MIN, 255, 4096};
static const char *const formats[] = {"%ld", "%5ld|", "%-8ld|", "%08ld|", "%+ld", "% ld", "%.3ld", "%.0ld|", "%lu", "%lx", "%#lx", "%#lo", "%lX", "%#.5lx", "%20.10ld|", "%-20.10lx|", "%#018lx|", "%lo", "%#.0lo|", "%+.0ld|"};

int main(void) {
	for (int i = 0; i < sizeof float_formats / sizeof *float_formats; i++) {
		for (int k = 0; k < sizeof floats / sizeof *floats; k++) printf(float_formats[i], floats[k]), putchar(' ');
		puts("");
	}
	for (int i = 0; i < sizeof formats / sizeof *formats; i++) {
		for (int k = 0; k < sizeof integers / sizeof *integers; k++) printf(formats[i], integers[k]), putchar(' ');
		puts("");
	}
	printf("%hhd %hd %hhu %hu %c%c|%5c|%-5c|%s|%10s|%-10s|%.2s|%.10s|\n", 300, 70000, 511, 65537, 'a', 'b', 'c', 'd', "str", "str", "str", "str", "str");
	printf("%p|%12p|%-8p|%%|%*d|%-*d|%.*f|%.*f\n", (void *)0, (void *)0x1234, (void *)0, 6, 7, 6, 7, 2, 1.0 / 3, -1, 1.0);
	char b[10];
	int n = snprintf(b, 10, "%s", "long long text");
	printf("%d %s %d\n", n, b, snprintf(0, 0, "%d", 12345));
	n = sprintf(b, "%d", 5);
	printf("%d%s\n", n, b);
	printf("%Lf %Lg %.20Le %Lf\n", 1.5L, 0.1L, LDBL_MAX, -2.25L);
	printf("%Lg %.30Lg %Lg\n", LDBL_MIN, LDBL_MIN / 8, 0x1p-16445L);
	return 0;
}
