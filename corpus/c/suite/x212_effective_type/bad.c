#include <stdio.h>
int main(void) {
    long v = 1;
    long long *p = (long long *)&v;
    *p = 3; /* BAD */
    printf("%ld\n", v);
    return 0;
}
