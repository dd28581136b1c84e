/* Integers of all widths, floats, calls through tables, recursion, jump tables. */
#include "start.h"

static uint64_t seed = 88172645463325252;
static uint64_t next(void) {
	seed ^= seed << 13, seed ^= seed >> 7;
	return seed ^= seed << 17;
}

static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

static void sort(int64_t *v, int n) {
	if (n < 2) return;
	int64_t pivot = v[n / 2];
	int i = 0, j = n - 1;
	while (i <= j) {
		while (v[i] < pivot) i++;
		while (v[j] > pivot) j--;
		if (i <= j) {
			int64_t t = v[i];
			v[i++] = v[j], v[j--] = t;
		}
	}
	sort(v, j + 1), sort(v + i, n - i);
}

static int ones(uint64_t v) {
	int n = 0;
	for (; v; v &= v - 1) n++;
	return n;
}

static uint64_t interpret(const unsigned char *code, int n) {
	uint64_t a = 1, b = 2;
	for (int i = 0; i < n; i++)
		switch (code[i] % 11) {
		case 0: a += b; break;
		case 1: b ^= a << 3; break;
		case 2: a = a << 7 | a >> 57; break;
		case 3: b -= a / (b % 1000 + 1); break;
		case 4: a *= 0x9e3779b97f4a7c15; break;
		case 5: a = (uint32_t)a * (uint64_t)(uint32_t)b; break;
		case 6: b = (int64_t)b >> 3; break;
		case 7: a += (int16_t)b; break;
		case 8: b += (unsigned char)(a >> 11); break;
		case 9: a = __builtin_bswap64(a); break;
		default: b = ones(a) + (b << 1);
		}
	return a ^ b;
}

static void matrices(double *out) {
	static double a[24][24], b[24][24], c[24][24];
	for (int i = 0; i < 24; i++)
		for (int j = 0; j < 24; j++) a[i][j] = (double)(next() % 1000) / 7, b[i][j] = (double)(int64_t)next() * 1e-18;
	for (int i = 0; i < 24; i++)
		for (int j = 0; j < 24; j++)
			for (int k = 0; k < 24; k++) c[i][j] += a[i][k] * b[k][j];
	*out = 0;
	for (int i = 0; i < 24; i++) *out += __builtin_sqrt(c[i][23 - i] * c[i][23 - i] + 2);
}

static float floats(void) {
	static float v[1000];
	for (int i = 0; i < 1000; i++) v[i] = (float)(int)(next() >> 40) / 3;
	float s = 0;
	for (int i = 0; i < 1000; i++) s = s > v[i] ? s - v[i] / 2 : s + v[i] * v[999 - i];
	return s;
}

int run(int argc, char **argv, char **envp, uint64_t *aux) {
	static int64_t v[2000];
	static unsigned char code[5000];
	number(fib(20));
	for (int i = 0; i < 2000; i++) v[i] = next();
	sort(v, 2000);
	uint64_t h = 0;
	for (int i = 0; i < 2000; i++) h = h * 1000003 + v[i];
	number(h);
	for (int i = 0; i < 5000; i++) code[i] = next();
	number(interpret(code, sizeof code));
	union { double d; uint64_t u; } m;
	matrices(&m.d);
	number(m.u);
	union { float f; uint32_t u; } f = {floats()};
	number(f.u);
	unsigned __int128 p = (unsigned __int128)next() * next();
	number((uint64_t)(p >> 64)), number((uint64_t)p);
	uint16_t w[64];
	uint8_t bytes[64];
	for (int i = 0; i < 64; i++) w[i] = next(), bytes[i] = next();
	uint32_t t = 0;
	for (int i = 0; i < 64; i++) t += w[i] * bytes[63 - i] > 9000 ? w[i] : -bytes[i];
	number(t);
	return t & 127;
}
