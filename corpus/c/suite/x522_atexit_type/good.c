#include <stdio.h>
#include <stdlib.h>
static void bye(void) { }
int main(void) { atexit((void (*)(void))bye); puts("x"); return 0; }
