#include <stdio.h>
#include <stdlib.h>
#include <errno.h>
#include <limits.h>
int main(void) {
    char *e; errno = 0;
    long v = strtol("  -0x7fz", &e, 16);
    unsigned long u = strtoul("-1", NULL, 10);
    long big = strtol("999999999999999999999", NULL, 10);
    printf("%ld %c %d %d %d\n", v, *e, u == ULONG_MAX, big == LONG_MAX, errno == ERANGE);
    double d = strtod("0x1.8p1rest", &e);
    printf("%.1f %s\n", d, e);
    e += 4; printf("%d\n", *e);
    return 0;
}
