#include <stdio.h>
#if 0
this isn't "C at all '
#elif 1
int a = 1;
#elif garbage ( + 1 / 0 unbalanced
#else
#error no
#endif
#ifdef NOPE
# if 1 / 0
# elif ???
# else junk
# endif extra
#endif
#if defined(__STDC__) && !defined NOPE && (1 || 1 / 0) && (0 ? 1 / 0 : 2) == 2
int b = 2;
#endif
#if -1 > 0u && ~0u == 0xffffffffffffffffu && 'a' == 97 && -1 < 0 && undefined_name == 0 && true == 0
int c = 3;
#endif
#define EMPTY_ARGS() defined NOPE
#if 1 //c
#if 0x7fffffffffffffff + 1 > 0 && 1
int d = 5;
#else
int d = 4;
#endif
#endif
#if (2 || 3) != 1 || ((1 ? -1 : 0u) < 0)
int e = 0;
#else
int e = 5;
#endif
#if __has_include(<stdio.h>) && !__has_include("nope.h")
#define HAS 1
#endif
int main(void) { printf("%d %d %d %d %d\n", a, b, c, e, HAS); return 0; }
