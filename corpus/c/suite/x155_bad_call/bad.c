#include <stdio.h>
static void log1(const char *s) { puts(s); }
int main(void) {
    int (*f)(const char *) = (int (*)(const char *))log1;
    f("event"); /* BAD */
    return 0;
}
