#include <stdio.h>
#include <string.h>
int main(void) {
    char b[5];
    size_t n = sizeof b - 1;
    memset(b, '*', n);
    b[n] = '\0';
    puts(b);
    return 0;
}
