#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *dup(const char *s) {
    char *r = malloc(strlen(s) + 1);
    if (!r) exit(1);
    strcpy(r, s);
    return r;
}
int main(void) {
    char *p = dup("sixteen chars...");
    puts(p);
    free(p);
    return 0;
}
