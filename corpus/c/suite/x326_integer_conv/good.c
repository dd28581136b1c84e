#include <stdio.h>
static int tab[256];
int main(void) {
    const char *s = "z\xe9";
    int h = 0;
    while (*s)
        h += tab[(unsigned char)*s++] + 1;
    printf("%d\n", h);
    return 0;
}
