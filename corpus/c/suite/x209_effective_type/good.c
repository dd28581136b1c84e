#include <stdio.h>
#include <stdlib.h>
int main(void) {
    void *p = malloc(sizeof(long long));
    if (!p) return 1;
    *(long long *)p = 7;
    double *d = p; *d = 0; printf("%d\n", *d < 1);
    free(p);
    return 0;
}
