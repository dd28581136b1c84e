#include <stdio.h>
int main(void) {
    FILE *f = tmpfile();
    if (!f) return 1;
    fputs("data", f);
    fseek(f, 0, SEEK_SET);
    char b[5] = ""; size_t n = fread(b, 1, 4, f);
    fseek(f, 0, SEEK_CUR); fwrite("more", 1, 4, f);
    printf("%d %s\n", (int)n, b);
    fclose(f);
    return 0;
}
