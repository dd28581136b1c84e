#include <stdio.h>
int main(void) {
    char b[4] = "abc"; FILE *f = tmpfile(); if (!f) return 1;
    fputs("line\n", f); rewind(f);
    for (int n = 4; n >= 3; n--)
        if (fgets(b + 4 - n, n, f)) printf("%c", b[0]);
    puts(""); fclose(f);
    return 0;
}
