#include <stdio.h>
#include <string.h>
struct s { short a; double d; };
int main(void) {
    struct s x, y;
    x.a = 1; x.d = 2;
    y.a = 1;
    int same = x.a == y.a && x.d == y.d; /* BAD */
    int raw = memcmp(&x, &y, sizeof x); /* BAD */
    printf("%d\n", same + (raw != 0) >= 0); /* BAD */
    return 0;
}
