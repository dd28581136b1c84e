#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <stdint.h>
static int *lower(int *b, int *e, int v) { while (b < e) { int *m = b + (e - b) / 2; if (*m < v) b = m + 1; else e = m; } return b; }
static void reverse(int *b, int *e) { while (b < e && b < --e) { int t = *b; *b++ = *e; *e = t; } }
static int ring[8]; static int *w = ring, *r = ring; static void put(int v) { *w++ = v; if (w == ring + 8) w = ring; } static int get(void) { int v = *r; if (++r == &ring[8]) r = ring; return v; }
struct node { int v; struct node *next; };
static void insert(struct node **pp, struct node *n) { while (*pp && (*pp)->v < n->v) pp = &(*pp)->next; n->next = *pp; *pp = n; }
static struct node *rev(struct node *l) { struct node *p = NULL; while (l) { struct node *n = l->next; l->next = p; p = l; l = n; } return p; }
static void *mcpy(void *d, const void *s, size_t n) { char *p = d; const char *q = s; while (n--) *p++ = *q++; return d; }
static size_t slen(const char *s) { const char *p = s; while (*p) p++; return (size_t)(p - s); }
struct obj { int a; char tag; double d; short s[3]; };
static int same(const struct obj *x, const struct obj *y) { return x->a == y->a && x->tag == y->tag && x->d == y->d && memcmp(x->s, y->s, sizeof x->s) == 0; }
static uint64_t hash(const void *p, size_t n) { const unsigned char *b = p; uint64_t h = 14695981039346656037ull; for (size_t i = 0; i < n; i++) h = (h ^ b[i]) * 1099511628211ull; return h; }
static int grid[4][5];
int main(void) { int a[] = {1, 3, 3, 7, 9}; int *e = a + sizeof a / sizeof *a; printf("%td %td\n", lower(a, e, 3) - a, lower(a, e, 10) - a); reverse(a, e); for (int *p = e; p != a;) printf("%d ", *--p); puts(""); for (int i = 0; i < 20; i++) { put(i); if (i % 2) get(); } printf("%d\n", get()); struct node n[4] = {{3}, {1}, {4}, {2}}, *h = NULL; for (size_t i = 0; i < 4; i++) insert(&h, &n[i]); for (struct node *p = rev(h); p; p = p->next) printf("%d ", p->v); puts(""); struct obj x, y; memset(&x, 0, sizeof x); x.a = 1; x.tag = 'q'; x.d = 2; x.s[1] = 4; mcpy(&y, &x, sizeof x); printf("%d %d %zu\n", same(&x, &y), hash(a, sizeof a) == hash(a, sizeof a), slen("four")); int k = 0; for (int (*row)[5] = grid; row < grid + 4; row++) for (int *c = *row; c < *row + 5; c++) *c = k++; int s = 0; for (int i = 0; i < 4; i++) for (int j = 0; j < 5; j++) s += grid[i][j]; printf("%d %d\n", s, *(*(grid + 3) + 4)); char *words[] = {"x", "yy", NULL}; for (char **p = words; *p; ++p) printf("%s ", *p); void *v = a; int *back = (int *)(uintptr_t)v; printf("%d %d\n", back[0], back == a); unsigned char raw[sizeof(struct obj)]; memcpy(raw, &x, sizeof x); struct obj z; memcpy(&z, raw, sizeof z); printf("%d %td\n", z.a, (char *)&x.s[2] - (char *)&x >= 0 ? (char *)&x.s[2] - (char *)&x.s[0] : 0); int *dyn = malloc(4 * sizeof *dyn); for (int *p = dyn; p < dyn + 4; p++) *p = 1; dyn = realloc(dyn, 8 * sizeof *dyn); for (int i = 4; i < 8; i++) dyn[i] = i; int t = 0; for (int i = 8; i-- > 0;) t += dyn[i]; printf("%d\n", t); free(dyn); return 0; }
