#include <stdio.h>
#include <string.h>
int main(void) {
    char ring[8] = "0123456";
    char out[4];
    int head = 2, want = 3;
    memcpy(out, ring + (head - want), 3); /* BAD */
    out[3] = 0;
    puts(out);
    return 0;
}
