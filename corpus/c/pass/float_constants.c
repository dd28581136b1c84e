/* Integer constants that become floats, in initialisers and in expressions that are constant. */
int printf(const char *, ...);
float a = 8L, b = (float)9L, c = 10, big = 16777217, ubig = 18446744073709551615ULL;
double d = (float)16777217L, e = 9007199254740993L;
long double l = 9007199254740993L;
int eq = (float)8L == 8.0f, lt = (float)8L < 9.0f, gt = (float)8L > 7.0f, zero = (float)8L == 0, sum = ((float)8L + 1.0f) == 9.0f;

int main(void) {
	printf("%g %g %g %.0f %.0f\n", a, b, c, big, ubig);
	printf("%.0f %.0f %.0Lf\n", d, e, l);
	printf("%d %d %d %d %d\n", eq, lt, gt, zero, sum);
	printf("%d %d %d %d\n", 16777217L != (float)16777217e0, 16777217 == 16777216.0f, (float)16777217L == 16777216.0f, (double)(16777217L * 1.0f) == 16777216.0);
	printf("%d %d\n", (double)18446744073709551615ULL < 1.84467440737095e+19, (double)18446744073709551615ULL > 1.84467440737096e+19);
	return 0;
}
