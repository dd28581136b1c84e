#include <stdio.h>
#include <time.h>
int main(void) {
    struct tm t = { .tm_year = 126, .tm_mon = 13, .tm_mday = 32, .tm_isdst = -1 };
    char b[64];
    time_t x = mktime(&t);
    size_t n = strftime(b, sizeof b, "%Y-%m-%d", &t);
    printf("%s %d\n", b, x != (time_t)-1);
    return 0;
}
