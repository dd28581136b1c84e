#include <stdio.h>
#include <string.h>
static void take(char *d, const char *s, int len) {
    if (len > 8) return;
    memcpy(d, s, len); /* BAD */
}
int main(void) {
    char d[8], s[16] = "payload";
    d[0] = 0;
    take(d, s, -1);
    printf("%d\n", d[0]);
    return 0;
}
