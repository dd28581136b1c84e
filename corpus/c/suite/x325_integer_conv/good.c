#include <stdio.h>
#include <string.h>
static void take(char *d, const char *s, int len) {
    if (len > 8) return;
    memcpy(d, s, len);
}
int main(void) {
    char d[8], s[16] = "payload";
    d[0] = 0;
    take(d, s, 7);
    printf("%d\n", d[0]);
    return 0;
}
