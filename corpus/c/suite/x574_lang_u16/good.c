#include <stdio.h>
#include <uchar.h>
static int len(const char16_t *s) { int n = 0; while (s[n]) n++; return n; }
int main(void) {
    char16_t s[4] = { 'a', 'b', 'c' };
    printf("%d\n", len(s));
    return 0;
}
