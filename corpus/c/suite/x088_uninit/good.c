#include <stdio.h>
static int parse(const char *s, int *out) {
    if (*s < '0' || *s > '9') return -1;
    *out = *s - '0';
    return 0;
}
int main(void) {
    int v;
    parse("4", &v);
    if (v > 3) puts("big"); else puts("small");
    return 0;
}
