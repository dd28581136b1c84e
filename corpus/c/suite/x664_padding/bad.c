#include <stdio.h>
struct f { unsigned a : 3, b : 4; unsigned char k; };
int main(void) {
    struct f x; FILE *f = tmpfile();
    if (!f) return 1;
    x.a = 1; x.b = 2;
    fwrite(&x, sizeof x, 1, f); /* BAD */
    rewind(f);
    struct f y;
    if (fread(&y, sizeof y, 1, f) != 1) return 1;
    printf("%d\n", y.k == 9 ? 1 : 0); /* BAD */
    fclose(f);
    return 0;
}
