#include <stdio.h>
static int g; static int inc(void) { return ++g; } static int dbl(void) { return g *= 2; }
int main(void) {
    int i = 0, j = 0, a[8] = { 0 }, b[8] = { 1, 2, 3 }, x = 0;
    a[i++] = b[j++];
    i = (i++, i);
    int y = x ? x : (x = 1) && x++; x = y;
    int s = inc() + dbl();
    a[i] = (i = 3, b[j]); /* BAD */
    x += i > 2 ? i++ : i--;
    printf("%d %d %d %d\n", a[0], x, s > 0, i);
    return 0;
}
