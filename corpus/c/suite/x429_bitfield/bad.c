#include <stdio.h>
struct f { _Bool ok : 1; _Bool bad : 1; unsigned : 0; signed n : 5; };
int main(void) {
    struct f x;
    x.ok = 1;
    x.n = -3;
    if (x.bad) puts("bad"); else puts("fine"); /* BAD */
    return 0;
}
