#include <stdio.h>
#include <stdlib.h>
static void bye(void) { puts("bye"); fflush(stdout);
    exit(0); /* BAD */
}
int main(void) { atexit(bye); return 0; }
