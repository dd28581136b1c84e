#include <stdio.h>
#include <time.h>
int main(void) {
    time_t t = 86400;
    struct tm *g = gmtime(&t);
    int d[12] = { 0 };
    d[g->tm_mday * 5] = 1;
    printf("%d\n", d[0]);
    return 0;
}
