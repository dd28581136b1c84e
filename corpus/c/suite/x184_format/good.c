#include <stdio.h>
#include <time.h>
int main(void) {
    struct tm t = { 0 };
    t.tm_mday = 1;
    t.tm_wday = 6;
    char *s = asctime(&t);
    printf("%d\n", s != 0);
    return 0;
}
