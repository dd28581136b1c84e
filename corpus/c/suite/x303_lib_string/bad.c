#include <stdio.h>
#include <stdlib.h>
int main(void) {
    const char s[2] = { 'a', 'b' };
    wchar_t w;
    int n = mblen(s + 1, 1) + mbtowc(&w, s + 2, 1); /* BAD */
    printf("%d\n", n);
    return 0;
}
