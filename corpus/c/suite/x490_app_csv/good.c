#include <stdio.h>
#include <string.h>
#include <stdlib.h>
static int split(char *s, char **f, int max) {
    int n = 0;
    for (char *p = s; ; p++) {
        if (n < max) f[n++] = p;
        p += strcspn(p, ",");
        if (!*p) return n;
        *p = 0;
    }
}
int main(void) {
    char l[] = "1,22,,4444"; char *f[3];
    int n = split(l, f, 3), s = 0;
    for (int i = 0; i < n && i < 3; i++) s += (int)strtol(f[i], NULL, 10);
    printf("%d\n", s);
    return 0;
}
