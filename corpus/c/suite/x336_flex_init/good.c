#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct s { int n; char d[]; };
int main(void) {
    struct s *a = malloc(sizeof *a + 4), *b = malloc(sizeof *b + 4);
    if (!a || !b) return 1;
    a->n = 4; memcpy(a->d, "abc", 4);
    memcpy(b, a, sizeof *a + 4);
    printf("%d %s\n", b->n, b->d);
    free(a); free(b);
    return 0;
}
