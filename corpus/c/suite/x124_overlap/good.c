#include <stdio.h>
union v { struct { char pad; short s; } a; int i; struct { short s2; } b; };
struct big { int x[6]; };
int main(void) {
    union { struct { int k; struct big b1; } p; struct { int k[2]; struct big b2; } q; } u = { { 1, { { 1, 2, 3, 4, 5, 6 } } } };
    struct big t = u.p.b1; u.q.b2 = t;
    printf("%d\n", u.q.b2.x[0]);
    return 0;
}
