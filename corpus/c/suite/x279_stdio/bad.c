#include <stdio.h>
struct rec { int id; char nm[4]; };
int main(void) {
    FILE *f = tmpfile();
    struct rec r[2] = { { 1, "a" }, { 2, "b" } }, in[1];
    if (!f) return 1;
    fwrite(r, sizeof r[0], 2, f);
    rewind(f);
    size_t n = fread(in, sizeof r[0], 2, f); /* BAD */
    printf("%d %d\n", (int)n, in[0].id);
    fclose(f);
    return 0;
}
