#include <stdio.h>
#include <stdlib.h>
struct f { unsigned on : 1, lvl : 3; };
int main(void) {
    struct f *f = malloc(sizeof *f);
    if (!f) return 1;
    f->on = 1;
    f->lvl = 2;
    if (f->lvl > 5) puts("hot"); else puts("cool");
    free(f);
    return 0;
}
