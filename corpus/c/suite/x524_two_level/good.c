#include <stdio.h>
#include <stdlib.h>
static void init(int *p) { p = malloc(sizeof *p); if (!p) exit(1); *p = 3; free(p); }
static void init2(int **p) { *p = malloc(sizeof **p); if (!*p) exit(1); **p = 3; }
int main(void) {
    int *v;
    init2(&v); init(NULL);
    printf("%d\n", *v);
    free(v);
    return 0;
}
