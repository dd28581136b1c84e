#include <stdio.h>
int main(void) {
    FILE *f = tmpfile();
    if (!f) return 1;
    fputs("hello\n", f);
    rewind(f);
    char b[4];
    fgets(b, sizeof b, f);
    fprintf(f, "%s", "world"); /* BAD */
    puts(b);
    fclose(f);
    return 0;
}
