#include <stdio.h>
#include <string.h>
static char *first(void) {
    static char line[] = "k=v"; char *t = strtok(line, "=");
    return t ? line : 0;
}
int main(void) {
    if (!first()) return 1;
    char *v = strtok(NULL, "=");
    printf("%d\n", v != 0);
    return 0;
}
