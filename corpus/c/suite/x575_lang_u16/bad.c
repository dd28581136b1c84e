#include <stdio.h>
#include <uchar.h>
int main(void) {
    const char32_t *s = U"abc";
    int n = 0;
    while (n <= 4) n += s[n] != 'z'; /* BAD */
    printf("%d\n", n);
    return 0;
}
