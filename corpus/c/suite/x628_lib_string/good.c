#include <stdio.h>
#include <string.h>
static int pre(const char *s, const char *p) {
    return !strncmp(s, p, strlen(p)); }
int main(void) { char s[3] = "ab"; printf("%d\n", pre(s, "abcdef")); return 0; }
