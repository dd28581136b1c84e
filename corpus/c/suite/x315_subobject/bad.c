#include <stdio.h>
struct m { char a[4]; char b[4]; };
static char at(const char *p, int i) { return p[i]; } /* BAD */
int main(void) {
    struct m m = { "abc", "xyz" };
    printf("%c\n", at(m.a, 5)); /* BAD */
    return 0;
}
