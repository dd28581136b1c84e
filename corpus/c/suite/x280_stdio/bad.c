#include <stdio.h>
int main(void) {
    FILE *f = tmpfile();
    int v[4], s = 0;
    if (!f) return 1;
    v[0] = 1; v[1] = 2;
    fwrite(v, sizeof v[0], 2, f);
    rewind(f);
    fread(v, sizeof v[0], 4, f);
    for (int i = 0; i < 4; i++) s += v[i]; /* BAD */
    printf("%d\n", s > 0); /* BAD */
    fclose(f);
    return 0;
}
