#include <stdio.h>
#include <limits.h>
#include <stdint.h>
int main(void) {
    unsigned u = UINT_MAX; signed char c = 127; short s = SHRT_MAX; unsigned char uc = 255; int64_t q = INT64_MAX;
    c++; s++; uc++; u++;
    int a = INT_MAX; a -= -0; a = -INT_MAX - 1; a /= 2; a = (int)(0u - 1u) + 1;
    unsigned sh = 1u << 31; int sr = 1 << 30; long ls = 1L << 62; u = (unsigned)-1 >> 31;
    int m = INT_MIN % 1, d = -7 / 2, r = -7 % 2; uint16_t h = 65535; unsigned hh = (unsigned)h * h;
    c += 300; uc -= 1; uc <<= 3; uc = ~uc; s = (short)(s * 1);
    printf("%d %d %d %u %d %u %d %ld %u %d %d %d %u %d\n", c, s, uc, u, a, sh, sr, ls, u, m, d, r, hh, q > 0);
    h = (uint16_t)(1u * h * h);
    printf("%d\n", h);
    return 0;
}
