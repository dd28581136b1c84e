#include <stdio.h>
#include <stdint.h>
static uint64_t rotl(uint64_t x, int k) {
    return x << k | x >> (-k & 63);
}
int main(void) {
    printf("%llu\n", (unsigned long long)rotl(3, 0));
    return 0;
}
