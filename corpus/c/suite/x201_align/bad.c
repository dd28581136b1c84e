#include <stdio.h>
int main(void) {
    struct { char c; short s[3]; } x = { 'a', { 1, 2, 3 } };
    short *p = (short *)(&x.c + 1); /* BAD */
    printf("%d\n", *p >= 0); /* BAD */
    return 0;
}
