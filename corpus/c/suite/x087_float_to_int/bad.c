#include <stdio.h>
static long long conv(long double v) { return v; } /* BAD */
int main(void) {
    printf("%d\n", conv(9223372036854775808.0L) != 1);
    return 0;
}
