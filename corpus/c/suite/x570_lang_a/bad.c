#include <stdio.h>
#include <stddef.h>
#pragma STDC FP_CONTRACT OFF
typedef int T; typedef int T;
typedef int Fn(int); static Fn twice; static int (*pick(int k))(int);
static int twice(int x) { return 2 * x; }
static int (*pick(int k))(int) { return k ? twice : NULL; }
struct in { int a; struct { int b, c[3]; }; union { long l; char ch[8]; }; _Static_assert(sizeof(int) > 1, "x"); };
static const struct in *const gp = &(const struct in){ .a = 1, .c = { 1, 2, 3 }, .l = 7 };
static int star(int n, int a[*]); static int star(int n, int a[static const n]) { return a[n - 1]; }
enum e { E0, E1 = 5, E2 }; struct bf { enum e e : 4; _Bool b : 1; long long big : 40; };
int main(void) <%
    int ar<:3:> = { 1, 2, 3 }; register int k = 0; double hf = 0x1.8p+1; long long q = 0x7fffffffffLL; struct bf s = { E2, 3, -1 };
    _Pragma("STDC FENV_ACCESS OFF")
    L1: k++; if (k < 2) goto L1;
    switch (q) { case 0x7fffffffffLL: k += 10; break; default: k = 0; }
    int n = 2; size_t z = sizeof(int[n++]); int (*va)[n] = &ar; { extern int glob; k += glob; }
    printf("%d %.1f %d %d %d\n", k, hf, (int)z, n, (*va)[2]);
    printf("%d %d %d %lld %d\n", pick(1)(4), star(3, ar), s.e, (long long)s.big, s.b);
    printf("%s %d %d %d\n", __func__, gp->c[1], (int)offsetof(struct in, c[2]), 'a' == '\141' && '\x41' == 'A');
    printf("%d\n", gp->c[n]); /* BAD */
    return 0;
%>
int glob = 100;
