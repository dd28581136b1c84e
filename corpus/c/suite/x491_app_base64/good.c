#include <stdio.h>
#include <string.h>
static const char T[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static void enc(char *o, const unsigned char *s, size_t n) {
    size_t i;
    for (i = 0; i < n; i += 3) {
        unsigned v = s[i] << 16 | (i + 1 < n ? s[i + 1] << 8 : 0) | (i + 2 < n ? s[i + 2] : 0);
        for (int k = 18; k >= 0; k -= 6) *o++ = T[v >> k & 63];
    }
    *o = 0;
}
int main(void) { unsigned char d[4] = { 1, 2, 3, 250 }; char o[9]; enc(o, d, 4); puts(o); return 0; }
