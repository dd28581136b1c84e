#include <stdio.h>
#include <string.h>
int main(void) {
    char d[4];
    memmove(d, "abcdef", 4);
    printf("%c\n", d[2]);
    return 0;
}
