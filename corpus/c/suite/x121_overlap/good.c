#include <stdio.h>
#include <string.h>
int main(void) {
    char b[16] = "shift-me-left";
    memmove(b, b + 2, strlen(b + 2) + 1);
    puts(b);
    return 0;
}
