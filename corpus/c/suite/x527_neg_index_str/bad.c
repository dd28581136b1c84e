#include <stdio.h>
#include <string.h>
static int chomp(char *s) { size_t n = strlen(s);
    if (s[n - 1] == '\n') s[n - 1] = 0; /* BAD */
    return (int)n; }
int main(void) { char a[4] = "a\n", b[4] = ""; printf("%d %d\n", chomp(a), chomp(b)); return 0; }
