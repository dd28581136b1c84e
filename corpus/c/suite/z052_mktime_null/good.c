#include <stdio.h>
#include <time.h>
int main(void)
{
    struct tm t = { 0 };
    char b[32];
    t.tm_year = 100; t.tm_mon = 1; t.tm_mday = 2;
    size_t n = strftime(b, sizeof b, "%Y-%m-%d %H", &t);
    printf("%d\n", n > 0);
    return 0;
}
