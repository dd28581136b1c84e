#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
#include <math.h>
#include <errno.h>
#include <limits.h>
static int toint(const char *s, int *out) { char *e; errno = 0; long v = strtol(s, &e, 0); if (e == s || *e || errno == ERANGE || v < INT_MIN || v > INT_MAX) return 0; *out = (int)v; return 1; }
static void hexdump(const void *p, size_t n) { const unsigned char *b = p; for (size_t i = 0; i < n; i++) printf("%02x%c", b[i], i % 8 == 7 || i + 1 == n ? '\n' : ' '); }
struct wc { int l, w, c; }; static struct wc count(const char *s) { struct wc r = {0}; int in = 0; for (; *s; s++) { r.c++; if (*s == '\n') r.l++; if (isspace((unsigned char)*s)) in = 0; else if (!in) in = 1, r.w++; } return r; }
static double newton(double (*f)(double), double x) { for (int i = 0; i < 50; i++) { double h = 1e-6, d = (f(x + h) - f(x - h)) / (2 * h), n = x - f(x) / d; if (fabs(n - x) < 1e-12) break; x = n; } return x; } static double poly(double x) { return x * x - 2; }
static void csv(char *line) { char *f[8]; int n = 0; for (char *p = line; n < 8;) { if (*p == '"') { f[n++] = ++p; char *o = p; while (*p && (*p != '"' || p[1] == '"')) { if (*p == '"') p++; *o++ = *p++; } if (*p) p++; char sep = *p; *o = 0; if (sep != ',') break; p++; } else { f[n++] = p; p += strcspn(p, ","); if (!*p) break; *p++ = 0; } } for (int i = 0; i < n; i++) printf("<%s>", f[i]); puts(""); }
static unsigned long ack(unsigned m, unsigned n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, (unsigned)ack(m, n - 1)); }
static int bin(const char *s) { int v = 0; while (*s == '0' || *s == '1') v = v << 1 | (*s++ - '0'); return v; }
static char *itoa_(int v, char *b, int base) { char t[36], *p = t + sizeof t, *o = b; unsigned u = v < 0 ? 0u - (unsigned)v : (unsigned)v; *--p = 0; do *--p = "0123456789abcdef"[u % (unsigned)base]; while (u /= (unsigned)base); if (v < 0) *o++ = '-'; memcpy(o, p, (size_t)(t + sizeof t - p)); return b; }
int main(void) { int v; printf("%d %d %d\n", toint("42", &v) ? v : -1, toint("99999999999", &v), toint("0x1f", &v) ? v : -1); hexdump("hello, world", 12); struct wc w = count("a bc\nd e f\n"); printf("%d %d %d\n", w.l, w.w, w.c); printf("%.6f\n", newton(poly, 1)); char l[] = "a,\"b \"\"q\"\"\",,c"; csv(l); char b[40]; printf("%s %s %s\n", itoa_(INT_MIN, b, 10), itoa_(255, b + 20, 16), "ok"); printf("%lu %d\n", ack(2, 2), bin("10110")); printf("%d %d %d\n", (int)floor(-1.5), (int)3.99, (int)(unsigned char)-1); float f = 16777216.0f; printf("%d %g\n", f + 1 == f, (double)f); double z = 0.0; printf("%d %d\n", 1 / z > 1e308, isinf(-1 / z) != 0); printf("%d\n", (int)(INT_MAX + 0.0 == 2147483647.0)); unsigned u = 3000000000u; long s = u; printf("%ld %u %d\n", s, u + u, (int)(u >> 31)); srand(5); int r = rand(); printf("%d %d\n", r >= 0, r <= RAND_MAX); div_t d = div(-7, 2); printf("%d %d\n", d.quot, d.rem); return EXIT_SUCCESS; }
