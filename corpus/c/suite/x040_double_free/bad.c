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
    free(a.buf);
    free(b.buf); /* BAD */
    puts("x");
    return 0;
}
