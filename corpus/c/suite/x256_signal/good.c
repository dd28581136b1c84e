#include <stdio.h>
#include <signal.h>
static void on(int s) { (void)s; }
int main(void) {
    signal(SIGSEGV, SIG_IGN); puts("armed"); fflush(stdout); raise(SIGSEGV);
    return 0;
}
