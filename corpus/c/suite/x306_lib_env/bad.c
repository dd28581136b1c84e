#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *p = getenv("PATH"), c[2] = "x";
    if (!p || !*p) { puts("ok"); return 0; }
    p[0] = 'X'; /* BAD */
    puts(c[1] ? "bad" : "ok");
    return 0;
}
