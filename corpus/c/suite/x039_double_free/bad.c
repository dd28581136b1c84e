#include <stdio.h>
#include <stdlib.h>
static int work(void) {
    int rc = -1;
    char *p = malloc(9);
    if (!p) return 1;
    p[0] = 1;
    switch (p[0]) {
    case 1:
        free(p);
        rc = 0;
        /* fallthrough */
    default:
        goto out;
    }
out:
    free(p); /* BAD */
    return rc;
}
int main(void) { printf("%d\n", work()); return 0; }
