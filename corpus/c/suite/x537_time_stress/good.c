#include <stdio.h>
#include <time.h>
#include <string.h>
int main(void) {
    struct tm t = { 5, 4, 3, 2, 1, 100, 0, 0, 0 }; char b[400];
    time_t x = mktime(&t); struct timespec ts;
    strftime(b, sizeof b, "%a %A %b %B %d %e %F %H %I %j %m %M %p %S %T %U %V %w %W %y %Y %G %g %u %D %R %r %h %C %n%t%%", &t);
    printf("%s %d\n", b, (int)difftime(x + 5, x));
    printf("%d %s", timespec_get(&ts, TIME_UTC) == TIME_UTC, asctime(&t));
    struct tm g = *gmtime(&x);
    printf("%d %d\n", g.tm_year, strftime(b, 3, "%Y", &g) == 0);
    char *s = ctime(&x); s[24] = 0; printf("%d\n", s[0] != 0);
    return 0;
}
