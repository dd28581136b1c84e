#include <stdio.h>
#include <time.h>
int main(void) {
    time_t t = 0;
    time_t *tp = t ? &t : NULL;
    struct tm *g = gmtime(tp); /* BAD */
    printf("%d\n", g ? g->tm_year : -1);
    return 0;
}
