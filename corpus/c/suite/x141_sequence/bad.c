#include <stdio.h>
#include <string.h>
int main(void) {
    char b[] = "abc", *p = b, *q;
    *p++ = *p; /* BAD */
    (void)q;
    printf("%d\n", b[2]);
    return 0;
}
