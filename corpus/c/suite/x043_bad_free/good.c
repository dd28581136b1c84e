#include <stdio.h>
#include <stdlib.h>
static char fallback[16] = "none";
static char *get(int want) {
    if (!want) return fallback;
    char *p = malloc(16);
    if (!p) exit(1);
    p[0] = 'm'; p[1] = 0;
    return p;
}
int main(void) {
    char *p = get(1);
    puts(p);
    free(p);
    return 0;
}
