#include <stdio.h>
struct pt { int x, y; };
int main(void) {
    struct pt *p;
    p = &(struct pt){ 4, 5 };
    if (1) {
    }
    printf("%d\n", p->x + p->y);
    return 0;
}
