#include <stdio.h>
#include <signal.h>

static volatile sig_atomic_t seen;

static void on_signal(int sig)
{
    (void)sig;
    seen = seen + 1;
}

static int checked_div(int a, int b)
{
    if (b == 0) {
        raise(SIGTERM);
        return 0;
    }
    return a / b;
}

int main(void)
{
    if (signal(SIGTERM, on_signal) == SIG_ERR)
        return 1;
    int r = checked_div(20, 5);
    r += checked_div(1, 0);
    printf("r %d\n", r);
    printf("signals %d\n", (int)seen);
    return 0;
}
