#include <stdio.h>
#include <string.h>
static int rd(char b[8], FILE *f) { return fgets(b, 8, f) != 0; }
int main(void)
{
    FILE *f = tmpfile(); char b[8];
    if (!f) return 1;
    fputs("a long line here\n", f); rewind(f);
    printf("%d\n", rd(b, f)); fclose(f);
    return 0;
}
