#include <stdio.h>
#include <signal.h>
#include <stdlib.h>
#include <setjmp.h>
static volatile sig_atomic_t n; static int *volatile gp;
static void h(int s) { signal(s, h); n++;
    *gp = 1; } /* BAD */
int main(void) {
    int v = 0;
    if (signal(SIGINT, h) == SIG_ERR) return 1;
    gp = &v; raise(SIGINT);
    signal(SIGTERM, SIG_IGN); raise(SIGTERM);
    gp = NULL; raise(SIGINT);
    printf("%d %d\n", (int)n, v);
    return 0;
}
