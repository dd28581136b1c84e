#include <stdio.h>
int main(void) {
    long v = 1;
    unsigned long *p = (unsigned long *)&v;
    *p = 3;
    printf("%ld\n", v);
    return 0;
}
