#include <stdio.h>
int main(void) {
    FILE *a = tmpfile(), *b = tmpfile(); fpos_t p;
    if (!a || !b) return 1;
    fputs("aaaa", a); fputs("bbbb", b);
    fgetpos(a, &p);
    fsetpos(b, &p); /* BAD */
    puts("ok");
    fclose(a); fclose(b);
    return 0;
}
