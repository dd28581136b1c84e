#include <stdio.h>
int main(void) {
    int v = 9; char b[40]; void *q = 0;
    snprintf(b, sizeof b, "%p", (void *)&v);
    sscanf(b, "%p", (void **)&q); q = (char *)q + 4;
    printf("%d\n", *(int *)q); /* BAD */
    return 0;
}
