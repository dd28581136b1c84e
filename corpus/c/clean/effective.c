#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
struct base { int kind; }; struct d1 { struct base b; double v; }; struct d2 { struct base b; char s[8]; };
static double value(const struct base *b) { return b->kind == 1 ? ((const struct d1 *)b)->v : (double)strlen(((const struct d2 *)b)->s); }
static void *xmalloc(size_t n) { void *p = malloc(n); if (!p) exit(2); return p; }
static void *reuse(void) { int *p = xmalloc(64); for (int i = 0; i < 4; i++) p[i] = i; double *d = (double *)p; for (int i = 0; i < 4; i++) d[i] = i + 0.5; return d; }
typedef union { struct { unsigned char r, g, b, a; } c; uint32_t u; } px;
static unsigned sum(const void *p, size_t n) { unsigned s = 0; for (const unsigned char *c = p; n--; c++) s += *c; return s; }
static int signedness(void) { unsigned u = 5; int *p = (int *)&u; *p = 7; return (int)u; }
struct pair { int a, b; }; static int first(struct pair *p) { return *(int *)p; } static int arr(struct pair *p) { int *q = &p->a; return *q; }
static void swapb(void *a, void *b, size_t n) { char t[32]; memcpy(t, a, n); memcpy(a, b, n); memcpy(b, t, n); }
struct list { struct list *next; }; struct inode { struct list l; int no; };
int main(void) { struct d1 x = {{1}, 2.5}; struct d2 y = {{2}, "four"}; const struct base *all[] = {&x.b, (struct base *)&y}; for (int i = 0; i < 2; i++) printf("%g\n", value(all[i])); double *d = reuse(); printf("%g\n", d[3]); free(d); px p = {.c = {1, 2, 3, 4}}; printf("%08x\n", (unsigned)p.u); printf("%u %d\n", sum(&x.b.kind, sizeof(int)), signedness()); struct pair q = {3, 4}, r = {5, 6}; swapb(&q, &r, sizeof q); printf("%d %d\n", first(&q), arr(&r)); struct pair *h = xmalloc(sizeof *h * 2); h[0] = q; memcpy(&h[1], &r, sizeof r); printf("%d\n", h[0].a + h[1].b); struct pair *m = realloc(h, sizeof *h * 4); m[2] = m[0]; printf("%d\n", m[2].b); free(m); struct inode in = {{NULL}, 9}; struct list *l = &in.l; printf("%d\n", ((struct inode *)l)->no); char *c = xmalloc(16); strcpy(c, "text"); uint16_t u16; memcpy(&u16, c, 2); printf("%c %d\n", c[3], u16 == ('e' << 8 | 't')); free(c); long *lp = calloc(2, sizeof *lp); printf("%ld\n", lp[1]); free(lp); void **vp = xmalloc(sizeof *vp); *vp = &x; struct d1 *bk = *vp; printf("%g\n", bk->v); free(vp); float fs[2] = {1.5f, 2}; uint32_t bits; memcpy(&bits, &fs[0], sizeof bits); printf("%x\n", bits); return 0; }
