#include <stdio.h>
typedef int T; typedef char U;
struct T { T T; U U; };
union S { int T; } ;
static int f(T T) { T = T + 1; return T; }
static int g(int T, char U) { return T * U; }
static T h(T), h2(U);
static T h(T x) { T: if (x-- > 5) goto T; return x; }
static int h2(U T) { return T; }
enum E { A, B = 3, C };
static int shadow(void) {
  T a = 1; T T = 2; int r = a + T;
  { typedef double T; T x = 1.5; r += sizeof(T) + x; { int x = sizeof x; r += x; enum { A = 50 }; r += A; } }
  struct E { int A; } s = { A }; struct T t = { 1, 2 }; r += s.A + t.T + t.U;
  for (char T = 1; T < 3; T++) { int T = 10; r += T; }
  U U = 3; r += sizeof U;
  return r;
}
int T2(int), (T3)(int);
int T2(int T2) { return T2; }
int (T3)(int T3) { return T3 + 1; }
int main(void) {
  T main = 1; U printf_ = 2;
  struct T T = {.T = 4, .U = 5}; union S S = { 6 };
  printf("%d %d %d %d %d %d %d %d %d %d\n", main, printf_, T.T, T.U, S.T, f(1), g(2, 3), h(9), h2(4), shadow());
  printf("%d %d\n", T2(3), T3(3));
  return 0;
}
