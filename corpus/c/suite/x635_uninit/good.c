#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int *idx = malloc(2 * sizeof *idx), v[2] = { 4, 5 };
    if (!idx) return 1;
    idx[0] = 1;
    idx[1] = 0;
    printf("%d\n", v[idx[0]] + (v + 1)[-!!idx[1]]);
    free(idx);
    return 0;
}
