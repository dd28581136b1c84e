#include <stdio.h>
#include <stdarg.h>
static void say(int n, const char *f, ...)
{
    va_list l;
    for (int i = 0; i < n; i++)
    {
        va_start(l, f);
        vprintf(f, l);
        va_end(l);
    }
}
int main(void)
{
    say(2, "%d\n", 4, 5, 6);
    return 0;
}
