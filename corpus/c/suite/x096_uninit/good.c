#include <stdio.h>
#include <string.h>
int main(void) {
    char b[10];
    strncpy(b, "abcdefghij", 5); b[5] = 0;
    printf("%s\n", b);
    return 0;
}
