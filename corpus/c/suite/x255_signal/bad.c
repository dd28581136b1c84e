#include <stdio.h>
#include <signal.h>
static volatile sig_atomic_t got;
static void on(int s) {
    got = s;
    raise(SIGTERM); /* BAD */
}
int main(void) {
    signal(SIGINT, on);
    signal(SIGTERM, SIG_IGN);
    raise(SIGINT);
    printf("%d\n", got == SIGINT);
    return 0;
}
