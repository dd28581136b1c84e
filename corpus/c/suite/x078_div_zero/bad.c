#include <stdio.h>
struct stats { int total, n; };
static int mean(struct stats s) { return s.total / s.n; } /* BAD */
int main(void) {
    struct stats s = { 10, 2 };
    const char *skip = "..";
    while (*skip++ == '.') s.n--;
    printf("%d\n", mean(s));
    return 0;
}
