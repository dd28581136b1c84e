#include <stdio.h>
static int hash(const char *s) {
    int h = 5381;
    while (*s)
        h = h * 33 + *s++; /* BAD */
    return h & 0xff;
}
int main(void) { printf("%d\n", hash("interpretation")); return 0; }
