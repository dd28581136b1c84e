#include <stdio.h>
int main(void) {
    FILE *f = tmpfile();
    fpos_t p;
    if (!f) return 1;
    fputs("abcdef", f);
    fgetpos(f, &p);
    fsetpos(f, &p);
    puts("pos");
    fclose(f);
    return 0;
}
