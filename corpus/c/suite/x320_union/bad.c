#include <stdio.h>
#include <string.h>
struct big { int a, b, c, d; };
union u { char small; struct big big; };
int main(void) {
    union u u, v;
    memset(&u, 1, sizeof u);
    u = (union u){ .small = 'x' }; v.small = 'x';
    int r = v.big.d; /* BAD */
    printf("%d\n", r != 3); /* BAD */
    return 0;
}
