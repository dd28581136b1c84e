#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdarg.h>
#include <assert.h>
typedef struct { char *s; size_t len, cap; } sb;
static void need(sb *b, size_t n) { if (b->len + n + 1 > b->cap) { size_t c = b->cap ? b->cap : 16; while (c < b->len + n + 1) c *= 2; char *q = realloc(b->s, c); if (!q) abort(); b->s = q; b->cap = c; } }
static void addn(sb *b, const char *s, size_t n) { need(b, n); if (n) memcpy(b->s + b->len, s, n); b->len += n; b->s[b->len] = 0; }
static void adds(sb *b, const char *s) { addn(b, s, strlen(s)); }
static int addf(sb *b, const char *f, ...) { va_list ap, cp; va_start(ap, f); va_copy(cp, ap); int n = vsnprintf(NULL, 0, f, cp); va_end(cp); if (n >= 0) { need(b, (size_t)n); vsnprintf(b->s + b->len, (size_t)n + 1, f, ap); b->len += (size_t)n; } va_end(ap); return n; }
static void rev(char *s) { size_t n = strlen(s); for (char *p = s, *q = s + n; p < q--; p++) { char t = *p; *p = *q; *q = t; } }
static char *trim(char *s) { while (*s == ' ') s++; char *e = s + strlen(s); while (e > s && e[-1] == ' ') e--; *e = '\0'; return s; }
static int split(char *s, char sep, char **out, int max) { int n = 0; while (n < max) { out[n++] = s; char *p = strchr(s, sep); if (!p) break; *p = 0; s = p + 1; } return n; }
static void escape(sb *b, const char *s) { for (; *s; s++) { unsigned char c = (unsigned char)*s; if (c == '"' || c == '\\') { addn(b, "\\", 1); addn(b, s, 1); } else if (c < 32) addf(b, "\\u%04x", c); else addn(b, (const char *)&c, 1); } }
int main(void) { sb b = {0}; adds(&b, "hello"); addf(&b, " %d %s %.2f %c", 42, "x", 1.5, 'y'); escape(&b, " \"q\"\n"); puts(b.s); rev(b.s); puts(b.s); rev(b.s); char t[] = "  a, b ,c  "; char *f[4]; int n = split(trim(t), ',', f, 4); for (int i = 0; i < n; i++) printf("[%s]", trim(f[i])); puts(""); assert(b.len == strlen(b.s)); char *dup = malloc(b.len + 1); memcpy(dup, b.s, b.len + 1); printf("%d %d\n", strcmp(dup, b.s), strncmp(dup, "hexxo", 2)); free(dup); free(b.s); char path[] = "/usr/lib/x.so"; char *base = strrchr(path, '/'); base = base ? base + 1 : path; char *dot = strchr(base, '.'); printf("%.*s\n", (int)(dot - base), base); return 0; }
