#include <stdio.h>
static long long conv(long double v) { return v; }
int main(void) {
    printf("%d\n", conv(9223372036854775807.0L) != 1);
    return 0;
}
