#include <stdio.h>
#include <string.h>
struct s { int a, b; int v[3]; }; union u { int i; char c[4]; };
static struct s mk(int a) { return (struct s){a, a + 1, {a, a, a}}; }
static int g; static int inc(void) { return ++g; } static int *pg(void) { return &g; }
static struct s id(struct s x) { x.a++; return x; }
static int add(int a, int b) { return a + b; }
#define SWAP(a, b) do { __typeof__(a) t_ = (a); (a) = (b); (b) = t_; } while (0)
int main(void) { struct s x = mk(1), y = mk(5); x = id(x); y = x = id(y); x.a = x.b + x.a; x.v[x.v[0] - 5] = x.v[1]; int i = 0, a[5] = {0}; a[i] = i + 1; i = a[i] + i; a[i++] = 7; a[i] = a[i - 1]; int r = (x = mk(2)).a + y.a; struct s *p = &x, *q = &y; *p = *q; SWAP(*p, *q); p->a = q->a = 3; p->v[0] += q->v[1]; (*p).b = p->a, p->b++; int n = inc() + inc(); *pg() = add(*pg(), 4); g = g + 1; g = inc(); int k = 1; k = k + (k > 0 ? k : -k); k += k; k = k++ && k; int *ip = a; *ip++ = 1; *ip = *ip + 1; ip[0] = ip[1] = 2; char buf[8] = "ab", *c = buf; while (*c) *c = (char)(*c - 'a' + 'A'), c++; union u w = {1}; w.i = w.c[0] + w.i; struct { unsigned f : 3, g : 5; } bf = {1, 2}; bf.f = bf.g; bf.g += bf.f; bf.f++, bf.f++; x = (struct s){y.a, x.b, {x.a}}; x.a = id(x).b; x = y = mk(x.a); int t = mk(3).v[1] + mk(4).v[2]; struct s arr[2] = {mk(1), mk(2)}; arr[0] = arr[1]; arr[arr[1].a - 2] = id(arr[0]); printf("%d %d %d %d %d %d %d %s %d %u %d %d\n", x.a, r, i, n, g, k, a[1], buf, w.i, bf.f, t, arr[0].a); int m = 5; m = (m = 3, m + 1); int z = (i = 2) + (k = 3); (void)(i = 1, k = i); int cond = (g = 0) || (g = 2) ; printf("%d %d %d %d\n", m, z, cond, g); for (int a1 = 0, b1 = 3; a1 < b1; a1++, b1--) printf("%d%d ", a1, b1); puts(""); return 0; }
