#include <stdio.h>
typedef struct { int a; } S;
#define DECL(t, n) typeof(t) n
#define SWAP(a, b) do { __typeof__(a) t_ = (a); (a) = (b); (b) = t_; } while (0)
static void nothing(void) {}
static int add(int a, int b) { return a + b; }
static typeof(int *) gp; typeof(add) add2; static __typeof(char *) name = "n";
int add2(int a, int b) { return a - b; }
static typeof(S) make(typeof(int) a, typeof(double) b) { return (typeof(S)){ a + b }; }
struct m { typeof(int[2]) v; typeof(S *) p; };
int main(void) {
  int x = 3, n = 4, arr[3] = {1, 2, 3}, vla[n]; DECL(int *, p) = &x; DECL(S, s) = {5}; DECL(unsigned char, c) = 300;
  __typeof__(int *) q, r; q = r = p; typeof(arr) ar2 = {4, 5}; typeof(int[n]) v2; typeof(vla) v3; typeof(int (*)(int, int)) f = add; typeof(add) *g = add2;
  typeof(typeof(x) *) pp = q; const typeof(x) k = 7; typeof(k) kk = 8; typeof(nothing()) *vp = p; typeof(void) *vq = vp;
  int y = 9; SWAP(x, y); gp = &y; typeof((char)1) ch = 'a'; typeof(1 ? 1 : 2.0) d = 0.5; typeof(s.a) m = 1; typeof(*p) dp = 2; typeof("abc") str = "xyz"; register typeof(int) reg = 1; static typeof(long) sl = 2;
  struct m mm = { {1, 2}, &s };
  printf("%d %d %d %d %d %d\n", *p, s.a, c, *q, ar2[1], (int)sizeof v2);
  printf("%d %d %d %d %d %d\n", (int)sizeof v3, f(1, 2), g(1, 2), *pp, k + kk, *(int *)vq);
  printf("%d %d %d %c %g %d %d %s %d\n", x, y, *gp, ch, d, m, dp, str, reg + (int)sl);
  printf("%s %d %d %d %d\n", name, make(1, 2.5).a, mm.v[1], mm.p->a, (int)sizeof(typeof(S[4])));
  return 0;
}
