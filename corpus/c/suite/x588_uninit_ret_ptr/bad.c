#include <stdio.h>
#include <string.h>
static char *find(char **t, const char *k) {
    char *r;
    for (int i = 0; t[i]; i++) if (!strcmp(t[i], k)) r = t[i];
    return r; /* BAD */
}
int main(void) { char x[] = "x", *t[] = { x, NULL }; char *p = find(t, "y"); printf("%d\n", p != NULL); return 0; } /* BAD */
