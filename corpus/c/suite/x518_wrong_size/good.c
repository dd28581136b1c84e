#include <stdio.h>
#include <string.h>
static void copy(char dst[16], const char *s) { memcpy(dst, s, sizeof dst); }
int main(void) {
    char d[16], *q = d;
    copy(d, "0123456789abcde");
    memcpy(d, "0123456789abcde", 16);
    printf("%c\n", q[8]);
    return 0;
}
