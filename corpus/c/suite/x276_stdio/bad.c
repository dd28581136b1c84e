#include <stdio.h>
int main(void) {
    static char b[BUFSIZ];
    printf("first\n");
    setvbuf(stdout, b, _IOFBF, sizeof b); /* BAD */
    printf("second\n");
    return 0;
}
