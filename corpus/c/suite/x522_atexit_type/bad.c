#include <stdio.h>
#include <stdlib.h>
static int bye(int k) { (void)k; return 1; }
int main(void) { atexit((void (*)(void))bye); puts("x"); return 0; } /* BAD */
