#include <stdio.h>
#include <string.h>
static int cnt(const char *s) {
    int k = (int)strlen(s) - 2; char t[k]; t[0] = 0; return (int)sizeof t; }
int main(void) { printf("%d\n", cnt("abcd") > 0); return 0; }
