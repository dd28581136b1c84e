#include <stdio.h>
int main(void) {
    static char b[BUFSIZ];
    setvbuf(stdout, b, _IOFBF, sizeof b);
    printf("first\n");
    printf("second\n");
    return 0;
}
