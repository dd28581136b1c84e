#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <signal.h>
#include <string.h>
static char *where; static volatile sig_atomic_t n;
static void h(int s) { n = s; where[0] = 'S'; }
int main(void) {
    char b[4] = "x"; struct sigaction a;
    memset(&a, 0, sizeof a); a.sa_handler = h; sigemptyset(&a.sa_mask);
    sigaction(SIGUSR1, &a, NULL);
    where = b;
    raise(SIGUSR1);
    printf("%s %d\n", b, n == SIGUSR1);
    return 0;
}
