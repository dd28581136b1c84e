#include <stdio.h>
int old(a, b, c) int a; char b; float c; { return a + b + c; }
double dd(x) double x; { return x; }
int arr(p, n) int p[]; int n; { return p[n]; }
int none() { return 7; }
int dflt(a, s) short a; register unsigned char s; { return a - s; }
int fp(f) int (*f)(); { return f(2, 'c', 1.5); }
static int later();
int main() { int a[2] = {3, 4}; printf("%d %g %d %d %d %d %d\n", old(1, 2, 3.5), dd(2.5), arr(a, 1), none(), dflt(1, 300), old(2, 99, 1.5), later(5)); return 0; }
static int later(x) int x; { return x; }
