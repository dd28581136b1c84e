#include <stdio.h>
#include <string.h>
int main(void) {
    char b[5];
    size_t n = sizeof b;
    memset(b, '*', n);
    b[n] = '\0'; /* BAD */
    puts(b);
    return 0;
}
