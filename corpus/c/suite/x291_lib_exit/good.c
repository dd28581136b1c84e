#include <stdio.h>
#include <stdlib.h>
static const char *msg;
static void bye(void) { puts(msg); }
int main(void) {
    static char local[] = "local";
    msg = local;
    atexit(bye);
    return 0;
}
