#include <stdio.h>
#include <stdlib.h>
_Noreturn static void die(int c) {
    if (c > 1) exit(0); /* BAD */
} /* BAD */
int main(void) { puts("x"); fflush(stdout); die(1); } /* BAD */
