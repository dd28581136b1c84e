#include <stdio.h>
#include <signal.h>
#include <stdlib.h>
static void h(int s) { (void)s;
}
int main(void) { signal(SIGSEGV, h); raise(SIGSEGV);
 puts("x"); }
