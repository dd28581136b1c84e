#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct s { char *buf; };
int main(void) {
    struct s a, b;
    a.buf = malloc(4);
    if (!a.buf) return 1;
    strcpy(a.buf, "abc");
    b = a;
    b.buf = malloc(4); if (!b.buf) return 1;
    free(a.buf);
    free(b.buf);
    puts("x");
    return 0;
}
