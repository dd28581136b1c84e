#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int n = 5;
    int *v = malloc(n * sizeof *v);
    v[0] = 1;
    printf("%d\n", v[0]);
    free(v);
    return 0;
}
