#include <stdio.h>
#include <string.h>
int main(void) {
    char b[12] = "abcdef";
    strncpy(b + 6, b, 5);
    printf("%c\n", b[3] != 'z' ? 'k' : 'z');
    return 0;
}
