#include <stdio.h>
#include <time.h>
int main(void) {
    struct tm t = { .tm_mday = 1 }; char b[32];
    strftime(b, sizeof b, "%d", &t);
    puts("t");
    return 0;
}
