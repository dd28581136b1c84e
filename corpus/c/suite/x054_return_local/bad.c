#include <stdio.h>
struct pt { int x, y; };
int main(void) {
    struct pt *p;
    if (1) {
        p = &(struct pt){ 4, 5 };
    }
    printf("%d\n", p->x + p->y); /* BAD */
    return 0;
}
