#include <stdio.h>
#include <stdint.h>
#include <stddef.h>
#include <inttypes.h>
#include <wchar.h>
int main(void) {
    char b[200]; signed char sc = -3; unsigned char uc = 200; short sh = -7; ptrdiff_t pd = -4; size_t z = 9; intmax_t j = -1; long double ld = 1.5L;
    int n, m = 0;
    n = snprintf(b, sizeof b, "%hhd|%hhu|%hd|%td|%zu|%jd|%Lf|%a|%e|%G|%-5d|%+d|% d|%#o|%#x|%08.3f|%.0e|%c|%5.2s|%%|%n", sc, uc, sh, pd, z, j, ld, 1.0, 12.5, 1e-10, 3, 4, 5, 8u, 255u, 3.14159, 12345.0, 'c', "abc", &m);
    printf("%d %d %s\n", n, m, b);
    printf("%" PRId64 " %" PRIx32 " %ls %lc\n", (int64_t)5, (uint32_t)0xff, L"wide", (wint_t)L'w');
    printf("%zu\n", (size_t)5);
    return 0;
}
