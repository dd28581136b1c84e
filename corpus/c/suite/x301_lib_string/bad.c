#include <stdio.h>
#include <string.h>
static char *first(void) {
    char line[] = "k=v"; char *t = strtok(line, "=");
    return t ? line : 0;
}
int main(void) {
    if (!first()) return 1;
    char *v = strtok(NULL, "="); /* BAD */
    printf("%d\n", v != 0);
    return 0;
}
