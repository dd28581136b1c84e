#include <stdio.h>
#include <stdlib.h>
static int bye(void) { puts("bye"); return 0; }
int main(void)
{
    atexit((void (*)(void))bye);
    puts("main");
    return 0;
}
