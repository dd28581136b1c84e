#include <stdio.h>
int main(void) {
    struct { char c; short s[3]; } x = { 'a', { 1, 2, 3 } };
    short *p = (short *)((char *)&x + ((char *)x.s - (char *)&x));
    printf("%d\n", *p >= 0);
    return 0;
}
