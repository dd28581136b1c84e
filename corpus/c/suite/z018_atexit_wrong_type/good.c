#include <stdio.h>
#include <stdlib.h>
static void bye(void) { puts("bye"); }
int main(void)
{
    atexit(bye);
    puts("main");
    return 0;
}
