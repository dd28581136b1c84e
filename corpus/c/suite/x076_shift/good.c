#include <stdio.h>
int main(void) {
    long flags = 0;
    for (int i = 28; i < 34; i++)
        flags |= 1L << i;
    printf("%ld\n", flags);
    return 0;
}
