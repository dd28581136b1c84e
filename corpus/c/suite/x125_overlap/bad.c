#include <stdio.h>
#include <string.h>
int main(void) {
    char b[32] = "echo";
    strcat(b, b); /* BAD */
    puts(b);
    return 0;
}
