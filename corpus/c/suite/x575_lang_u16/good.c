#include <stdio.h>
#include <uchar.h>
int main(void) {
    const char32_t *s = U"abc";
    int n = 0;
    while (n <= 3) n += s[n] != 'z';
    printf("%d\n", n);
    return 0;
}
