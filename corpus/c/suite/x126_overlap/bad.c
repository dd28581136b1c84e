#include <stdio.h>
#include <string.h>
int main(void) {
    char b[12] = "abcdef";
    strncpy(b + 3, b, 6); /* BAD */
    printf("%c\n", b[3] != 'z' ? 'k' : 'z');
    return 0;
}
