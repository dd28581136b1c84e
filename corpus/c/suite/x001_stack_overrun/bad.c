#include <stdio.h>
#include <string.h>
static void fill(char *dst, const char *src, size_t n) {
    size_t i;
    for (i = 0; i <= n; i++)
        dst[i] = src[i]; /* BAD */
}
int main(void) {
    char buf[8];
    fill(buf, "abcdefgh", sizeof buf);
    printf("%.8s\n", buf);
    return 0;
}
