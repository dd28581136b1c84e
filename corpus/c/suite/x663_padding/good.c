#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    long double *p = malloc(2 * sizeof *p); FILE *f = tmpfile();
    if (!p || !f) return 1;
    p[0] = 1.5L;
    p[1] = 2.5L;
    fwrite(p, sizeof *p, 2, f);
    rewind(f);
    if (fread(p, sizeof *p, 2, f) != 2) return 1;
    printf("%d\n", p[1] > 2);
    fclose(f); free(p);
    return 0;
}
