/* Kernels for the speed of the simulator, and for the linking of objects: data, tables of
 * addresses, calls of each other and of the host. */
#include <stdint.h>

uint64_t loop(uint64_t n) {
	uint64_t a = 1, b = 2;
	for (uint64_t i = 0; i < n; i++) {
		a += b ^ i;
		b = (b << 1) + (a >> 3);
		if (a & 4) b -= i;
		__asm__ volatile("" : "+r"(a), "+r"(b));
	}
	return a ^ b;
}

static uint8_t table[1 << 16];
uint64_t scan(uint64_t n) {
	uint64_t sum = 0;
	for (uint64_t i = 0; i < sizeof table; i++) table[i] = i * 7 + n;
	for (uint64_t r = 0; r < n; r++)
		for (uint64_t i = 0; i < sizeof table; i++)
			if (table[i] > 64) sum += table[i ^ 5];
	return sum;
}

static uint32_t rotate(uint32_t v, int n) { return v >> n | v << (32 - n); }
uint64_t mix(uint64_t n) {
	uint32_t w[64] = {1, 2, 3, 5, 7, 11, 13, 17}, s[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
	for (uint64_t r = 0; r < n; r++) {
		for (int i = 16; i < 64; i++) {
			uint32_t x = w[i - 15], y = w[i - 2];
			w[i] = w[i - 16] + (rotate(x, 7) ^ rotate(x, 18) ^ x >> 3) + w[i - 7] + (rotate(y, 17) ^ rotate(y, 19) ^ y >> 10);
		}
		for (int i = 0; i < 64; i++) {
			uint32_t t = s[7] + (rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + w[i];
			uint32_t u = (rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
			s[7] = s[6], s[6] = s[5], s[5] = s[4], s[4] = s[3] + t, s[3] = s[2], s[2] = s[1], s[1] = s[0], s[0] = t + u;
		}
		w[r & 15] ^= s[r & 7];
	}
	return (uint64_t)s[0] << 32 | s[5];
}

__attribute__((noinline)) uint64_t calls(uint64_t n) { return n < 2 ? n : calls(n - 1) + calls(n - 2); }

static double v[1024];
double vectors(uint64_t n) {
	double s = 0;
	for (int i = 0; i < 1024; i++) v[i] = i / 3.0;
	for (uint64_t r = 0; r < n; r++)
		for (int i = 0; i < 1024; i++) v[i] = v[i] * 0.999 + 1.5, s += v[i];
	return s;
}

extern int64_t host_add(int64_t, int64_t);
extern const char *host_name;
static int64_t twice(int64_t v) { return 2 * v; }
static int64_t thrice(int64_t v) { return 3 * v; }
int64_t (*const functions[])(int64_t) = {twice, thrice};
const char *message = "a message";
int64_t use_host(int64_t n) {
	int64_t s = 0;
	for (int64_t i = 0; i < n; i++) s = host_add(s, functions[i & 1](i));
	return s;
}
char first(void) { return message[0]; }
int touch_missing(void) { return host_name[0]; }
