#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static int table[7] = { 2, 3, 5, 7, 11, 13, 17 };
int main(void) {
    struct tm t = { 0 };
    t.tm_year = 126; t.tm_mon = 10; t.tm_mday = 24; t.tm_isdst = 0;
    mktime(&t);
    printf("%d\n", table[t.tm_wday]);
    return 0;
}
