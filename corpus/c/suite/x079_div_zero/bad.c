#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int buckets = atoi("zero");
    unsigned h = 12345;
    printf("%u\n", h % buckets); /* BAD */
    return 0;
}
