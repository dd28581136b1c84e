#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int buckets = atoi("8");
    unsigned h = 12345;
    printf("%u\n", h % buckets);
    return 0;
}
