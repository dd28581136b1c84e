#include <stdio.h>
int main(void) {
    int (*fp)(const char *) = puts;
    const char *env = "";
    if (*env) fp = puts;
    fp("hello");
    return 0;
}
