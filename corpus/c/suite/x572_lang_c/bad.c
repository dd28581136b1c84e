#include <stdio.h>
#include <complex.h>
#include <stdatomic.h>
#include <tgmath.h>
#define kind(x) _Generic((x), char: 1, int: 2, const char *: 3, char *: 4, double: 5, float: 6, default: 9)
static _Atomic int ai = 3; static _Atomic(long) al;
int main(void) {
    const int ci = 1; float complex fc = 1 + 2 * I; double complex dc = fc * fc;
    printf("%d %d %d %d %d\n", kind("s"), kind('c'), kind(1.0f), kind(1L), kind(ci));
    ai += 2; ai++; al = ai--; int e = 6; printf("%d %ld\n", atomic_compare_exchange_strong(&ai, &e, 1), (long)al);
    printf("%.1f %.1f %.2f %d\n", creal(dc), cimag(dc), sqrt(2.25f), dc == -3 + 4 * I);
    atomic_fetch_or(&ai, 8); int was = ai; printf("%d %d\n", was, atomic_exchange(&ai, 0));
    atomic_flag f = ATOMIC_FLAG_INIT; printf("%d %d\n", atomic_flag_test_and_set(&f), atomic_is_lock_free(&ai) | 1);
    int v[3] = { 1, 2, 3 }; _Atomic(int *) ap = v; ap += 2;
    ap++; printf("%d\n", *ap); /* BAD */
    return 0;
}
