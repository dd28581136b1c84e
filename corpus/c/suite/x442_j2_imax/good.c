#include <stdio.h>
#include <stdlib.h>
#include <limits.h>
int main(void) {
    long long t[2] = { LLONG_MIN, 4 };
    int i = 0;
    i++;
    printf("%d\n", llabs(t[i]) > 5);
    return 0;
}
