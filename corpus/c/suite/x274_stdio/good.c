#include <stdio.h>
static FILE *lg;
static void note(const char *s) { fputs(s, lg); fputc('\n', lg); }
int main(void) {
    lg = tmpfile();
    if (!lg) return 1;
    note("start");
    note("stop");
    fclose(lg);
    puts("ok");
    return 0;
}
