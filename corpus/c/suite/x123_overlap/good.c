#include <stdio.h>
int main(void) {
    char b[32] = "n", c[32];
    int i;
    for (i = 0; i < 3; i++) {
        sprintf(c, "%s%d", b, i); sprintf(b, "%s", c);
    }
    puts(b);
    return 0;
}
