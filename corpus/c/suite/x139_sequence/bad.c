#include <stdio.h>
struct st { int top; int v[8]; };
int main(void) {
    struct st s = { 3, { 1, 2, 3 } }, *p = &s;
    int d = p->v[--p->top] - p->v[--s.top]; /* BAD */
    printf("%d\n", d != 9);
    return 0;
}
