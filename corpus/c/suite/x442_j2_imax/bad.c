#include <stdio.h>
#include <stdlib.h>
#include <limits.h>
int main(void) {
    long long t[2] = { LLONG_MIN, 4 };
    int i = 0;
    printf("%d\n", llabs(t[i]) > 5); /* BAD */
    return 0;
}
