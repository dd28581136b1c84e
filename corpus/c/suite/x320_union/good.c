#include <stdio.h>
#include <string.h>
struct big { int a, b, c, d; };
union u { char small; struct big big; };
int main(void) {
    union u u, v;
    memset(&u, 1, sizeof u);
    v.small = 'x'; v.big = u.big;
    int r = v.big.d;
    printf("%d\n", r != 3);
    return 0;
}
