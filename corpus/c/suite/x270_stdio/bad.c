#include <stdio.h>
int main(void) {
    FILE *f = tmpfile();
    char b[8] = "";
    if (!f) return 1;
    fputs("hello", f);
    rewind(f);
    fputc('J', f);
    int c = fgetc(f); /* BAD */
    printf("%d %s\n", c != 0, b);
    fclose(f);
    return 0;
}
