#include <stdio.h>
#include <time.h>
int main(void) {
    struct tm t = { .tm_mday = 1 }; char b[32];
    strftime(b, sizeof b, "%Q", &t); /* BAD */
    puts("t");
    return 0;
}
