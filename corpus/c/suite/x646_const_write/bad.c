#include <stdio.h>
static void rev(char *s, int n) { for (int i = 0; i < n / 2; i++) { char t = s[i]; s[i] = s[n - 1 - i]; s[n - 1 - i] = t; } } /* BAD */
int main(void) {
    struct { char *s; int n; } t[2] = { { "ab", 2 }, { "xyz", 3 } };
    for (int i = 0; i < 2; i++) rev(t[i].s, t[i].n);
    puts(t[1].s);
    return 0;
}
