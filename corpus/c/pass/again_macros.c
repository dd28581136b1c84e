/* __VA_OPT__, operators that ## makes, _Pragma where it stands, what asks where it is. */
#include <stdio.h>
#define L(f, ...) printf(f __VA_OPT__(,) __VA_ARGS__)
#define C(x, ...) x __VA_OPT__(+ g(__VA_ARGS__))
#define D(a, ...) a##__VA_OPT__(b)
#define S(a, ...) #__VA_OPT__(a __VA_ARGS__)
#define PARENS ()
#define EXPAND(...) E4(E4(E4(__VA_ARGS__)))
#define E4(...) E3(E3(E3(__VA_ARGS__)))
#define E3(...) __VA_ARGS__
#define FOR_EACH(m, ...) __VA_OPT__(EXPAND(FE(m, __VA_ARGS__)))
#define FE(m, a, ...) m(a) __VA_OPT__(FEA PARENS (m, __VA_ARGS__))
#define FEA() FE
#define PR(x) printf("%d;", x);
#define P(a, b) a##b
#define PACK(x) _Pragma(#x)
#define TEXTS(x, ...) #x #__VA_ARGS__
#define HAND(x, ...) TEXTS(x, ##__VA_ARGS__)
#define HAND2(x, args...) HAND(x, ## args)
#define OUT(f, ...) fprintf(stdout, f, ##__VA_ARGS__)
#define LOG(f, ...) OUT("log " f, ##__VA_ARGS__)
static int g(int a, ...) { return a; }
PACK(pack(push, 1)) struct a { char c; int i; }; _Pragma("pack(pop)") struct b { char c; int i; };
struct c { char c; int i; };
int main(void) {
  int x = 1, xb = 2, y = 5;
  L("a\n"); L("%d\n", 3);
  printf("%d %d %d %d %s|%s\n", C(1), C(1, 5), D(x), D(x, 1), S(1, 2), S(1));
  FOR_EACH(PR, 1, 2, 3, 4) puts("");
  y P(+, =) 3; y P(<, <=) 1; y P(+, +);
  printf("%d %d %d\n", y, y P(>, =) 3, y P(&, &) 0);
  struct { int a; } s = { 1 }, *p = &s;
  printf("%d %d %g %zu\n", p P(-, >) a, P(1, 2) + P(0x, 1f), P(1., 5), sizeof P(L, "x"));
  printf("%zu %zu %zu %d\n", sizeof(struct a), sizeof(struct b), sizeof(struct c), __INCLUDE_LEVEL__);
  puts(HAND(a) HAND(b, c, d) HAND2(e, f, g) HAND2(h)); LOG("x\n"); LOG("%d %d\n", 1, 2);
#define NUMBER 200
#line NUMBER "name.c"
  printf("%d %s\n", __LINE__, __FILE__);
  return 0;
}
