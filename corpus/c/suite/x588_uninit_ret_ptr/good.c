#include <stdio.h>
#include <string.h>
static char *find(char **t, const char *k) {
    char *r = NULL;
    for (int i = 0; t[i]; i++) if (!strcmp(t[i], k)) r = t[i];
    return r;
}
int main(void) { char x[] = "x", *t[] = { x, NULL }; char *p = find(t, "y"); printf("%d\n", p != NULL); return 0; }
