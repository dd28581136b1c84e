#include <stdio.h>
struct h { int n; int tail[1]; int guard; };
int main(void) {
    struct h h = { 2, { 5 }, 6 };
    int s = 0;
    for (int i = 0; i < h.n; i++)
        s += h.tail[i]; /* BAD */
    printf("%d\n", s);
    return 0;
}
