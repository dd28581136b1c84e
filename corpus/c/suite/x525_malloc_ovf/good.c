#include <stdio.h>
#include <stdlib.h>
struct r { char b[48]; };
static struct r *mk(unsigned short n) {
    size_t bytes = n * sizeof(struct r);
    struct r *p = malloc(bytes);
    if (!p) exit(1);
    return p;
}
int main(void) {
    struct r *p = mk(1400);
    p[1399].b[0] = 'x';
    printf("%c\n", p[1399].b[0]);
    free(p);
    return 0;
}
