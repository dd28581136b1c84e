#include <stdio.h>
int main(void) {
    FILE *f = tmpfile();
    char b[8] = "";
    if (!f) return 1;
    fputs("hello", f);
    rewind(f);
    fputc('J', f);
    fflush(f);
    fseek(f, 0, SEEK_CUR);
    int c = fgetc(f);
    printf("%d %s\n", c != 0, b);
    fclose(f);
    return 0;
}
