#include <stdio.h>
#include <time.h>
int main(void) {
    struct tm t = { 0 };
    t.tm_mday = 1;
    t.tm_year = 90;
    char *s = asctime(&t);
    printf("%d\n", s != 0);
    return 0;
}
