#include <stdio.h>
#include <string.h>
int main(void) {
    char b[10];
    strncpy(b, "abcdefghij", 5);
    printf("%s\n", b); /* BAD */
    return 0;
}
