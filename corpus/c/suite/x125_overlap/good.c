#include <stdio.h>
#include <string.h>
int main(void) {
    char b[32] = "echo";
    memcpy(b + 4, "echo", 5);
    puts(b);
    return 0;
}
