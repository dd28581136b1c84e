#include <stdio.h>
enum op { ADD, SUB, NONE };
static int run(enum op o, int a, int b) {
    int r;
    switch (o) { case ADD: r = a + b; break; case SUB: r = a - b; break;
    case NONE: break; }
    return r; /* BAD */
}
int main(void) { printf("%d\n", run(NONE, 1, 2) == 3); return 0; } /* BAD */
