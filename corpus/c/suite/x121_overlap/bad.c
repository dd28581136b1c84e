#include <stdio.h>
#include <string.h>
int main(void) {
    char b[16] = "shift-me-left";
    memcpy(b, b + 2, strlen(b + 2) + 1); /* BAD */
    puts(b);
    return 0;
}
