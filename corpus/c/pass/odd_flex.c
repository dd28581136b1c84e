/* A corner of the language, with what gcc prints as the expected output. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stddef.h>
struct msg { unsigned short len; char tag; int data[]; }; struct named { int n; char s[]; }; static struct named st = { 4, "static" }; static struct { int k; struct { int x, y; } v[]; } pts = { 2, { { 1, 2 }, { .y = 4 } } };
struct zero { int n; int z[0]; }; struct one { char c; long l[1]; };
static struct msg *make(int n) { struct msg *m = malloc(sizeof *m + n * sizeof m->data[0]); m->len = n; m->tag = 'm'; for (int i = 0; i < n; i++) m->data[i] = i * i; return m; }
static struct named *dup(const char *s) { size_t n = strlen(s); struct named *r = malloc(offsetof(struct named, s) + n + 1); r->n = (int)n; memcpy(r->s, s, n + 1); return r; }
union u { struct { int t; } head; struct { int t; char body[12]; } full; };
int main(void) {
  struct msg *m = make(5); int t = 0; for (int i = 0; i < m->len; i++) t += m->data[i]; printf("%d %zu %zu %c\n", t, sizeof *m, offsetof(struct msg, data), m->tag);
  struct msg copy = *m; printf("%d %c\n", copy.len, copy.tag); m = realloc(m, sizeof *m + 10 * sizeof(int)); m->data[9] = 99; printf("%d %d\n", m->data[4], m->data[9]); free(m);
  struct named *d = dup("flexible"); printf("%s %d %zu\n", d->s, d->n, sizeof(struct named)); free(d); printf("%s %zu %d %d\n", st.s, sizeof st, pts.v[1].x, pts.v[1].y);
  struct zero *z = malloc(sizeof *z + 8); z->z[1] = 5; printf("%zu %d\n", sizeof *z, z->z[1]); free(z); printf("%zu %zu\n", sizeof(struct one), offsetof(struct one, l));
  union u u = { .full = { 3, "body" } }; printf("%d %s\n", u.head.t, u.full.body); printf("%zu\n", offsetof(struct msg, data[3]));
  struct { struct named *list[3]; } h = { { dup("a"), dup("bb"), dup("ccc") } }; for (int i = 0; i < 3; i++) { printf("%s%d ", h.list[i]->s, h.list[i]->n); free(h.list[i]); } puts(""); return 0; }
