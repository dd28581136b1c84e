#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stddef.h>
struct str { size_t len; char s[]; }; struct old { int n; int a[1]; }; struct zero { int n; unsigned char d[0]; };
static struct str *mk(const char *t) { size_t n = strlen(t); struct str *s = malloc(sizeof *s + n + 1); s->len = n; memcpy(s->s, t, n + 1); return s; }
static struct str *cat(struct str *a, const struct str *b) { struct str *n = realloc(a, sizeof *n + a->len + b->len + 1); memcpy(n->s + n->len, b->s, b->len + 1); n->len += b->len; return n; }
struct hdr { unsigned char type, len; }; struct msg { struct hdr h; unsigned char body[32]; };
static size_t enc(unsigned char *out, int type, const void *p, size_t n) { struct hdr h = {(unsigned char)type, (unsigned char)n}; memcpy(out, &h, sizeof h); memcpy(out + sizeof h, p, n); return sizeof h + n; }
static int dec(const unsigned char *in, size_t n, struct msg *m) { if (n < sizeof m->h) return 0; memcpy(&m->h, in, sizeof m->h); if (m->h.len > sizeof m->body || m->h.len + sizeof m->h > n) return 0; memcpy(m->body, in + sizeof m->h, m->h.len); return 1; }
#define DEF(T) struct vec_##T { T *d; size_t n, cap; }; static void push_##T(struct vec_##T *v, T x) { if (v->n == v->cap) { v->cap = v->cap ? 2 * v->cap : 2; v->d = realloc(v->d, v->cap * sizeof *v->d); } v->d[v->n++] = x; }
DEF(int) DEF(double)
typedef struct { int x, y; } pt; static pt add(pt a, pt b) { return (pt){a.x + b.x, a.y + b.y}; } static const pt *best(const pt *p, size_t n) { const pt *b = p; for (size_t i = 1; i < n; i++) if (p[i].x > b->x) b = &p[i]; return b; }
int main(void) { struct str *a = mk("foo"), *b = mk("barbaz"); a = cat(a, b); printf("%s %zu\n", a->s, a->len); free(a); free(b); struct old *o = malloc(offsetof(struct old, a) + 4 * sizeof(int)); o->n = 4; for (int i = 0; i < o->n; i++) o->a[i] = i * i; printf("%d\n", o->a[3]); free(o); unsigned char buf[64]; struct msg m; size_t n = enc(buf, 3, "hey", 4); int okd = dec(buf, n, &m); printf("%d %d %s\n", okd, m.h.type, (char *)m.body); struct vec_int v = {0}; for (int i = 0; i < 9; i++) push_int(&v, i); struct vec_double d = {0}; push_double(&d, 1.5); printf("%d %g\n", v.d[8], d.d[0]); free(v.d); free(d.d); pt p[] = {{1, 2}, {5, 1}, [3] = {.y = 4}}; pt s = {0}; for (size_t i = 0; i < sizeof p / sizeof *p; i++) s = add(s, p[i]); printf("%d %d %td\n", s.x, s.y, best(p, 4) - p); int q[2][2][2] = {{{1}, {2, 3}}, {[1] = {[1] = 4}}}; int t = 0; for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) for (int k = 0; k < 2; k++) t += q[i][j][k]; printf("%d %d\n", t, add((pt){1, 1}, (pt){.x = 2}).x); return 0; }
