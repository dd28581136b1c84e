/* The examples of C11 6.10.3.5, and what gcc's manual has. */
#define x 3
#define f(a) f(x * (a))
#undef x
#define x 2
#define g f
#define z z[0]
#define h g(~
#define m(a) a(w)
#define w 0,1
#define t(a) a
#define p() int
#define q(x) x
#define r(x,y) x ## y
#define str(x) # x
f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);
g(x+(3,4)-w) | h 5) & m
(f)^m(m);
p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };
char c[2][6] = { str(hello), str() };
#undef f
#undef h
#undef x
#undef g
#undef m
#undef w
#undef t
#undef p
#undef q
#undef r
#undef z
#define xstr(s) str(s)
#define debug(s, t) printf("x" # s "= %d, x" # t "= %s", x ## s, x ## t)
#define INCFILE(n) vers ## n
#define glue(a, b) a ## b
#define xglue(a, b) glue(a, b)
#define HIGHLOW "hello"
#define LOW LOW ", world"
debug(1, 2);
fputs(str(strncmp("abc\0d", "abc", '\4') == 0) str(: @\n), s);
xstr(INCFILE(2).h)
glue(HIGH, LOW);
xglue(HIGH, LOW)
#define t2(x,y,z) x ## y ## z
int j[] = { t2(1,2,3), t2(,4,5), t2(6,,7), t2(8,9,), t2(10,,), t2(,11,), t2(,,12), t2(,,) };
#define showlist(...) puts(#__VA_ARGS__)
#define report(test, ...) ((test)?puts(#test): printf(__VA_ARGS__))
showlist(The first, second, and third items.);
report(x>y, "x is %d but y is %d", x, y);
#define hash_hash # ## #
#define mkstr(a) # a
#define in_between(a) mkstr(a)
#define join(c, d) in_between(c hash_hash d)
char pp[] = join(x, y);
#define e1(fmt, ...) fprintf(stderr, fmt, ##__VA_ARGS__)
#define e2(fmt, args...) fprintf(stderr, fmt, ##args)
e1("a"); e1("a", 1); e1("a", 1, 2); e2("b"); e2("b", x, y); e1("a",);
#define EMPTY
#define LP (
#define RP )
#define FF(x, y) x + y
#define ELLIP_FUNC(...) __VA_ARGS__
1: ELLIP_FUNC(FF, LP, 'a', 'b', RP); ELLIP_FUNC(FF LP 'a', 'b' RP);
#define NIL(xxx) xxx
#define G_0(arg) NIL(G_1)(arg)
#define G_1(arg) NIL(arg)
2: G_0(42)
#define AB BA
#define BA AB
3: AB BA
#define foo() bar
foo
()
foo EMPTY ()
#define op(a,b) a##b
x op(+,=) 3; x op(<,<=) 1; op(-,>) op(&,&) op(1.,5) op(L,"w")
__COUNTER__ __COUNTER__
#line 77 "other.c"
__LINE__ __FILE__
#if defined AB && !defined(XX) && (1 ? 2 : 0) == 2 && 'a' == 97 && -1 < 0u == 0 && '\377' < 0 && 0x10u >> 2 == 4
yes
#elif 1
no
#else
no
#endif
#if 0
#if nonsense (
#else
#endif
'unfinished
#elif 2 > 1
yes
#endif
#ifndef __has_include
no
#elif __has_include(<next.h>) && !__has_include("none.h")
yes
#endif
#include <next.h>
#include "next.h"
#define NEXT <next.h>
#include NEXT
_Pragma("pack(1)") int k;
#define PR(x) _Pragma(#x)
PR(pack(pop)) int l; str(PR(a))
<: :> <% %> %: str(<:) op(%:,%:)
a\
b "c\
d" // comment \
still
/* c */ foo /* d */ ()
str( a  "b\n"   'c' /* */ d )
#define DUP(x) x x
DUP(
#ifdef AB
in
#else
out
#endif
)
.5e+3 0x1p-3 1e+ 1.2.3 0xe+1
#define LONG \
  one \
  two
LONG
#
#pragma GCC unroll 4
end
#undef end
#define HASINC(x) __has_include(x)
#if HASINC(<next.h>) && !HASINC("none.h")
indirect
#endif
