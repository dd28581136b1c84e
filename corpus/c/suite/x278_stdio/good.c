#include <stdio.h>
int main(void) {
    FILE *f = tmpfile();
    if (!f) return 1;
    fputs("1 2 3 4 5 6 7 8", f);
    rewind(f);
    char b[6];
    fgets(b, sizeof b, f);
    puts(b);
    fclose(f);
    return 0;
}
