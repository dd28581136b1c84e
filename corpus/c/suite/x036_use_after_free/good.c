#include <stdio.h>
#include <stdlib.h>
static char *line;
static void report(FILE *f) { fprintf(f, "last: %s\n", line); }
int main(void) {
    line = malloc(10);
    if (!line) return 1;
    snprintf(line, 10, "%d", 42);
    report(stdout);
    free(line);
    return 0;
}
