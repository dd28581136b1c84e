#include <stdio.h>
int main(void) {
    char b[32] = "n", c[32];
    int i;
    for (i = 0; i < 3; i++) {
        sprintf(b, "%s%d", b, i); /* BAD */
    }
    puts(b);
    return 0;
}
