#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int n = 5;
    int v[n];
    v[0] = 1;
    printf("%d\n", v[0]);
    free(v); /* BAD */
    return 0;
}
