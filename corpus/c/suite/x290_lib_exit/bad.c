#include <stdio.h>
#include <stdlib.h>
static void q(void) {
    fflush(stdout);
    exit(1); /* BAD */
}
int main(void) { puts("q"); at_quick_exit(q); quick_exit(0); }
