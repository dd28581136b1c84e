#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
typedef struct { uint32_t *d; size_t n; } big;
static big bnew(uint32_t v) { big b = {malloc(sizeof(uint32_t)), 1}; b.d[0] = v; return b; }
static void bfree(big *b) { free(b->d); b->d = NULL; b->n = 0; }
static void mul(big *b, uint32_t k) { uint64_t c = 0; for (size_t i = 0; i < b->n; i++) { c += (uint64_t)b->d[i] * k; b->d[i] = (uint32_t)c; c >>= 32; } if (c) { b->d = realloc(b->d, (b->n + 1) * sizeof *b->d); b->d[b->n++] = (uint32_t)c; } }
static uint32_t divs(big *b, uint32_t k) { uint64_t r = 0; for (size_t i = b->n; i-- > 0;) { r = r << 32 | b->d[i]; b->d[i] = (uint32_t)(r / k); r %= k; } while (b->n > 1 && b->d[b->n - 1] == 0) b->n--; return (uint32_t)r; }
static char *str(const big *b) { big t = {malloc(b->n * sizeof *b->d), b->n}; memcpy(t.d, b->d, b->n * sizeof *b->d); char *s = malloc(b->n * 10 + 1), *p = s + b->n * 10; *p = 0; do *--p = (char)('0' + divs(&t, 10)); while (t.n > 1 || t.d[0]); memmove(s, p, strlen(p) + 1); free(t.d); return s; }
static uint64_t modpow(uint64_t b, uint64_t e, uint64_t m) { uint64_t r = 1; b %= m; for (; e; e >>= 1) { if (e & 1) r = (uint64_t)((unsigned __int128)r * b % m); b = (uint64_t)((unsigned __int128)b * b % m); } return r; }
static int gcd(int a, int b) { while (b) { int t = a % b; a = b; b = t; } return a; }
static unsigned char sieve[1001]; static int primes(void) { int n = 0; memset(sieve, 1, sizeof sieve); for (int i = 2; i <= 1000; i++) if (sieve[i]) { n++; for (int j = i * i; j <= 1000; j += i) sieve[j] = 0; } return n; }
static void base64(const unsigned char *in, size_t n, char *out) { static const char t[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"; size_t i; for (i = 0; i + 2 < n; i += 3) { uint32_t v = (uint32_t)in[i] << 16 | (uint32_t)in[i + 1] << 8 | in[i + 2]; for (int k = 18; k >= 0; k -= 6) *out++ = t[v >> k & 63]; } if (i < n) { uint32_t v = (uint32_t)in[i] << 16 | (i + 1 < n ? (uint32_t)in[i + 1] << 8 : 0); *out++ = t[v >> 18]; *out++ = t[v >> 12 & 63]; *out++ = i + 1 < n ? t[v >> 6 & 63] : '='; *out++ = '='; } *out = 0; }
static size_t rle(const unsigned char *in, size_t n, unsigned char *out) { unsigned char *o = out; for (size_t i = 0; i < n;) { size_t j = i; while (j < n && in[j] == in[i] && j - i < 255) j++; *o++ = (unsigned char)(j - i); *o++ = in[i]; i = j; } return (size_t)(o - out); }
static int utf8(const char *s) { int n = 0; for (const unsigned char *p = (const unsigned char *)s; *p; n++) { if (*p < 0x80) p++; else if ((*p & 0xe0) == 0xc0) p += 2; else if ((*p & 0xf0) == 0xe0) p += 3; else p += 4; } return n; }
int main(void) { big b = bnew(1); for (uint32_t i = 2; i <= 30; i++) mul(&b, i); char *s = str(&b); puts(s); free(s); bfree(&b); printf("%llu %d %d\n", (unsigned long long)modpow(3, 1000000, 1000000007), gcd(84, 36), primes()); char o[16]; base64((const unsigned char *)"hello", 5, o); puts(o); unsigned char r[32]; size_t n = rle((const unsigned char *)"aaabccdd", 8, r); for (size_t i = 0; i < n; i += 2) printf("%d%c", r[i], r[i + 1]); puts(""); printf("%d\n", utf8("h\xc3\xa9llo \xe2\x82\xac")); return 0; }
