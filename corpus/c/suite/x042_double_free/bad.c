#include <stdio.h>
int main(void) {
    FILE *f = tmpfile();
    if (!f) { puts("none"); return 0; }
    fputs("x", f);
    fclose(f);
    fclose(f); /* BAD */
    puts("closed");
    return 0;
}
