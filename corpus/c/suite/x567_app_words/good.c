#include <stdio.h>
#include <string.h>
#include <stdlib.h>
static char **words(const char *s, int *n) {
    char *c = malloc(strlen(s) + 1), **w = NULL; if (!c) exit(1);
    strcpy(c, s); *n = 0;
    for (char *t = strtok(c, " "); t; t = strtok(NULL, " ")) { w = realloc(w, (*n + 1) * sizeof *w); if (!w) exit(1);
        w[*n] = malloc(strlen(t) + 1); if (!w[*n]) exit(1); strcpy(w[(*n)++], t); }
    free(c);
    return w;
}
int main(void) {
    int n; char **w = words("the quick fox", &n);
    printf("%s\n", w[n - 1]);
    while (n) free(w[--n]);
    free(w);
    return 0;
}
