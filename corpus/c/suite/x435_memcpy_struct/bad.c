#include <stdio.h>
#include <string.h>
struct wire { unsigned short len; char type; char pay[5]; };
int main(void) {
    unsigned char raw[] = { 5, 0, 'A', 'h', 'e', 'l', 'l', 'o' };
    struct wire w;
    memcpy(&w, raw, sizeof w);
    char out[8];
    memcpy(out, w.pay, w.len + 1); out[w.len] = 0; /* BAD */
    puts(out);
    return 0;
}
