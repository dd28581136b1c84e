#include <stdio.h>
#include <stdlib.h>
typedef struct { int n, d; } q;
static int gcd(int a, int b) { return b ? gcd(b, a % b) : abs(a); }
static q nm(int n, int d) { int g = gcd(n, d); return (q){ n / g, d / g }; } /* BAD */
static q mul(q a, q b) { return nm(a.n * b.n, a.d * b.d); }
int main(void) {
    q a = nm(2, 4), z = { 0, 3 };
    q r = mul(a, z);
    q inv = nm(r.d * 0, r.n);
    printf("%d/%d\n", inv.n, inv.d);
    return 0;
}
