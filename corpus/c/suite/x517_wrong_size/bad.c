#include <stdio.h>
#include <string.h>
struct a { int x; char n[20]; };
int main(void) {
    struct a a, *p = &a;
    memset(p, 0, sizeof p); strcpy(p->n, "");
    int s = 0;
    for (size_t i = 0; i < sizeof p->n; i++) s += p->n[i]; /* BAD */
    printf("%d\n", s == 0); /* BAD */
    return 0;
}
