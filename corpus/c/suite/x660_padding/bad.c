#include <stdio.h>
struct s { char c; int i; };
int main(void) {
    struct s x[2]; FILE *f = tmpfile();
    if (!f) return 1;
    x[0].c = 'a'; x[0].i = 3;
    x[1].c = 'b';
    fwrite(x, sizeof x[0], 2, f); /* BAD */
    rewind(f);
    struct s y[2];
    if (fread(y, sizeof y[0], 2, f) != 2) return 1;
    printf("%d\n", y[1].i > 1000 ? 1 : 2); /* BAD */
    fclose(f);
    return 0;
}
