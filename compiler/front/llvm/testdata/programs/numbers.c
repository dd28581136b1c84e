/* Loops that vectorize, all widths of integers, floats, a function pointer, a computed goto, an array of variable length. */
int printf(const char *, ...);
static int data[64];
static unsigned sum(const int *p, int n) { unsigned s = 0; for (int i = 0; i < n; i++) s += (unsigned)p[i] * 3u; return s; }
static int most(const int *p, int n) { int m = p[0]; for (int i = 1; i < n; i++) if (p[i] > m) m = p[i]; return m; }
static void scale(float *p, int n, float k) { for (int i = 0; i < n; i++) p[i] = p[i] * k + 1.0f; }
static int twice(int x) { return 2 * x; }
static int thrice(int x) { return 3 * x; }
static int run(const unsigned char *code)
{
	static void *const to[] = {&&add, &&dbl, &&end};
	int v = 1;
	goto *to[*code++];
add:
	v += 3;
	goto *to[*code++];
dbl:
	v *= 2;
	goto *to[*code++];
end:
	return v;
}
static int triangle(int n)
{
	int s = 0;
	for (int k = 1; k <= n; k++) { int a[k]; for (int i = 0; i < k; i++) a[i] = i; for (int i = 0; i < k; i++) s += a[i]; }
	return s;
}
int main(void)
{
	float f[20];
	int (*const table[])(int) = {twice, thrice};
	unsigned __int128 wide = 1;
	for (int i = 0; i < 64; i++) data[i] = (i * 37) % 101 - 50;
	for (int i = 0; i < 20; i++) f[i] = (float)i / 4;
	scale(f, 20, 1.5f);
	for (int i = 0; i < 30; i++) wide = wide * 7 + (unsigned)i;
	printf("%u %d %g\n", sum(data, 64), most(data, 64), (double)(f[3] + f[19]));
	printf("%d %d %llx%016llx\n", table[0](5), table[1](5), (unsigned long long)(wide >> 64), (unsigned long long)wide);
	printf("%d %d\n", run((const unsigned char *)"\0\1\1\0\2"), triangle(6));
	printf("%d %d %d\n", __builtin_popcount(0xf0f0u), __builtin_clz(1000u), __builtin_ctz(48u));
	printf("%lld %d %u\n", -17LL / 5, -17 % 5, 4000000000u / 7u);
	return 0;
}
