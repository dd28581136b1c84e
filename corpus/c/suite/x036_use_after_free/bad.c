#include <stdio.h>
#include <stdlib.h>
static char *line;
static void report(FILE *f) { fprintf(f, "last: %s\n", line); } /* BAD */
int main(void) {
    line = malloc(10);
    if (!line) return 1;
    snprintf(line, 10, "%d", 42);
    free(line);
    report(stdout);
    return 0;
}
