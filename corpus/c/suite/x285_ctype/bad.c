#include <stdio.h>
#include <ctype.h>
int main(void) {
    const char *s = "na\xefve text";
    int n = 0;
    for (; *s; s++)
        if (isspace(*s)) n++; /* BAD */
    printf("%d\n", n);
    return 0;
}
