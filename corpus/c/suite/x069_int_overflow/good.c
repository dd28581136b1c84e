#include <stdio.h>
struct f { int w : 31; int h; };
int main(void) {
    struct f f = { 1, 1 << 30 };
    f.w = 2;
    f.h /= f.w;
    printf("%d\n", f.h > 0);
    return 0;
}
