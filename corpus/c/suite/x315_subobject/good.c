#include <stdio.h>
struct m { char a[4]; char b[4]; };
static char at(const char *p, int i) { return p[i]; }
int main(void) {
    struct m m = { "abc", "xyz" };
    printf("%c\n", at((char *)&m, 5));
    return 0;
}
