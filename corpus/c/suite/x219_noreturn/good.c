#include <stdio.h>
#include <stdlib.h>
_Noreturn static void die(int c) {
    if (c >= 1) exit(0);
    exit(1);
}
int main(void) { puts("x"); fflush(stdout); die(1); }
