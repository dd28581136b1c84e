#include <stdio.h>
static int log1(const char *s) { return puts(s) >= 0; }
int main(void) {
    int (*f)(const char *) = (int (*)(const char *))log1;
    f("event");
    return 0;
}
