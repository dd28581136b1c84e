#include <stdio.h>
#include <string.h>
static void skip(char *s) {
    char *p = s;
    while (*p == '/') p++;
    memmove(s, p, strlen(p) + 1);
}
int main(void) { char b[] = "//etc/passwd"; skip(b); puts(b); return 0; }
