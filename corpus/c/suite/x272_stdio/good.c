#include <stdio.h>
int main(void) {
    FILE *f = tmpfile();
    if (!f) return 1;
    fputs("abc", f);
    rewind(f);
    int c = fgetc(f);
    fseek(f, 0, SEEK_SET);
    printf("%c\n", c);
    fclose(f);
    return 0;
}
