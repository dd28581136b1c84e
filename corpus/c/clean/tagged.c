#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <inttypes.h>
enum kind { NIL, INT, REAL, STR, LIST };
struct val { enum kind k; union { int64_t i; double d; char *s; struct { struct val *v; size_t n; } list; }; };
static struct val vint(int64_t i) { return (struct val){.k = INT, .i = i}; }
static struct val vreal(double d) { struct val v; v.k = REAL; v.d = d; return v; }
static struct val vstr(const char *s) { struct val v = {.k = STR}; v.s = malloc(strlen(s) + 1); strcpy(v.s, s); return v; }
static struct val vlist(size_t n, const struct val *in) { struct val v = {LIST, {0}}; v.list.v = malloc(n * sizeof *in + 1); v.list.n = n; if (n) memcpy(v.list.v, in, n * sizeof *in); return v; }
static void show(const struct val *v) { switch (v->k) { case NIL: printf("nil"); break; case INT: printf("%" PRId64, v->i); break; case REAL: printf("%g", v->d); break; case STR: printf("'%s'", v->s); break; case LIST: putchar('['); for (size_t i = 0; i < v->list.n; i++) { if (i) printf(", "); show(v->list.v + i); } putchar(']'); } }
static void drop(struct val *v) { if (v->k == STR) free(v->s); else if (v->k == LIST) { for (size_t i = 0; i < v->list.n; i++) drop(&v->list.v[i]); free(v->list.v); } *v = (struct val){NIL}; }
union bits { float f; uint32_t u; unsigned char b[4]; struct { uint32_t m : 23, e : 8, s : 1; } p; };
static uint64_t dbits(double d) { uint64_t u; memcpy(&u, &d, sizeof u); return u; }
static float fast(float x) { union { float f; uint32_t i; } c = {x}; c.i = 0x5f3759df - (c.i >> 1); return c.f * (1.5f - 0.5f * x * c.f * c.f); }
int main(void) { struct val in[3] = {vint(-5), vreal(2.5), vstr("hi")}; struct val l = vlist(3, in), e = vlist(0, NULL); struct val two[2] = {l, e}; struct val o = vlist(2, two); show(&o); puts(""); drop(&o); union bits b; b.f = -1.5f; printf("%x %u %u %u %02x\n", b.u, b.p.s, b.p.e, b.p.m, b.b[3]); printf("%016" PRIx64 " %.2f\n", dbits(1.0), fast(4)); uint32_t w = 0x01020304; unsigned char *p = (unsigned char *)&w; printf("%d%d%d%d\n", p[0], p[1], p[2], p[3]); return 0; }
