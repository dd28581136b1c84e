#include <stdio.h>
int main(void)
{
    FILE *f = tmpfile();
    if (!f) return 1;
    fputs("xyz", f);
    rewind(f);
    ungetc('a', f);
    printf("%d\n", ftell(f) < 10);
    fclose(f);
    return 0;
}
