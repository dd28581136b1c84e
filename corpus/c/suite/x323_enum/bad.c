#include <stdio.h>
enum col { RED, GREEN, BLUE, NCOL };
static const char *const nm[NCOL] = { "r", "g", "b" };
static enum col next(enum col c) { return c + 1; }
int main(void) {
    enum col c = BLUE;
    puts(nm[next(c)]); /* BAD */
    return 0;
}
