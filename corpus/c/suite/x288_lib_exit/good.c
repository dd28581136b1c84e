#include <stdio.h>
#include <stdlib.h>
static void bye(void) { puts("bye"); fflush(stdout);
    _Exit(0);
}
int main(void) { atexit(bye); return 0; }
