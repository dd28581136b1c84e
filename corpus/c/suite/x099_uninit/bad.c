#include <stdio.h>
int main(void) {
    int (*fp)(const char *);
    const char *env = "";
    if (*env) fp = puts;
    fp("hello"); /* BAD */
    return 0;
}
