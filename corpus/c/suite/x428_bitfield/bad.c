#include <stdio.h>
struct f { unsigned a : 3, b : 3; int c; };
int main(void) {
    struct f f;
    f.a = 2; f.c = 1;
    int r = f.b + f.a; /* BAD */
    printf("%d\n", r > 100); /* BAD */
    return 0;
}
