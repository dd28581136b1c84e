#include <stdio.h>
#include <stdint.h>
#include <limits.h>
static int pop(uint64_t x) { int n = 0; while (x) { x &= x - 1; n++; } return n; }
static uint32_t rotl(uint32_t x, unsigned n) { return (x << (n & 31)) | (x >> ((32 - (n & 31)) & 31)); }
static int clz(uint32_t x) { int n = 32; while (x) { n--; x >>= 1; } return n; }
static uint32_t revb(uint32_t x) { x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1; x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2; x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4; return x >> 24 | (x >> 8 & 0xff00) | (x << 8 & 0xff0000) | x << 24; }
static int sat(int a, int b) { if (b > 0 && a > INT_MAX - b) return INT_MAX; if (b < 0 && a < INT_MIN - b) return INT_MIN; return a + b; }
static unsigned uabs(int x) { return x < 0 ? 0u - (unsigned)x : (unsigned)x; }
static int isqrt(int n) { int r = 0; while ((r + 1) <= n / (r + 1)) r++; return r; }
struct flags { unsigned a : 1, b : 3, : 0, c : 5; signed d : 4; uint64_t e : 40; };
static uint32_t crc(const void *p, size_t n) { const unsigned char *s = p; uint32_t c = ~0u; while (n--) { c ^= *s++; for (int k = 0; k < 8; k++) c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1; } return ~c; }
static uint64_t xs(uint64_t *s) { uint64_t x = *s; x ^= x << 13; x ^= x >> 7; x ^= x << 17; return *s = x; }
static void put32(unsigned char *p, uint32_t v) { p[0] = v >> 24; p[1] = v >> 16 & 255; p[2] = v >> 8 & 255; p[3] = v & 255; }
static uint32_t get32(const unsigned char *p) { return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3]; }
static int zig(int32_t v, uint32_t *o) { *o = ((uint32_t)v << 1) ^ (v < 0 ? ~0u : 0u); return (int32_t)(*o >> 1 ^ (0u - (*o & 1))) == v; }
int main(void) { printf("%d %x %d %x\n", pop(0xff00ff), rotl(0x80000001u, 0) ^ rotl(3, 31), clz(1), revb(1)); printf("%d %d %u %d\n", sat(INT_MAX, 5), sat(INT_MIN, -1), uabs(INT_MIN), isqrt(INT_MAX)); struct flags f = {0}; f.a = 1; f.b = 7; f.c = 31; f.d = -8; f.e = (1ull << 40) - 1; f.b += 1; f.d++; f.c ^= 3; printf("%u %u %u %d %llu\n", f.a, f.b, f.c, f.d, (unsigned long long)f.e); printf("%08x\n", (unsigned)crc("123456789", 9)); uint64_t s = 88172645463325252ull; for (int i = 0; i < 10; i++) xs(&s); printf("%llu\n", (unsigned long long)s); unsigned char b[4]; put32(b, 0xdeadbeef); uint32_t z; printf("%x %d %d\n", (unsigned)get32(b), zig(INT32_MIN, &z), zig(-1, &z)); signed char sc = (signed char)200; unsigned short us = 65535; us++; printf("%d %u %d\n", sc, us, (int)(uint8_t)(us - 1)); long l = -7; printf("%ld %ld %d\n", l / 2, l % 2, -7 >> 1); return 0; }
