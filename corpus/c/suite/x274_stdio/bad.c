#include <stdio.h>
static FILE *lg;
static void note(const char *s) { fputs(s, lg); fputc('\n', lg); } /* BAD */
int main(void) {
    lg = tmpfile();
    if (!lg) return 1;
    note("start");
    fclose(lg);
    note("stop");
    puts("ok");
    return 0;
}
