#include <stdio.h>
#include <stdlib.h>
static const char *msg;
static void bye(void) { puts(msg); } /* BAD */
int main(void) {
    char local[] = "local";
    msg = local;
    atexit(bye);
    return 0;
}
