#include <stdio.h>
struct bits { unsigned a : 4, b : 4; };
int main(void) {
    struct bits s = { 1, 2 };
    unsigned r = (s.a = 3) + s.a; /* BAD */
    printf("%u\n", r > 0);
    return 0;
}
