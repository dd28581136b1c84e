#include <stdio.h>
#include <signal.h>
static void on(int s) { (void)s; }
int main(void) {
    signal(SIGSEGV, on); puts("armed"); fflush(stdout); raise(SIGSEGV); /* BAD */
    return 0;
}
