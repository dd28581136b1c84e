#include <stdio.h>

struct dev { int id; volatile int status; };

static int wait_ready(int *status, int tries)
{
    while (tries-- > 0) {
        if (*status & 1)
            return 1;
    }
    return 0;
}

static int poll_ready(volatile int *status, int tries)
{
    while (tries-- > 0) {
        if (*status & 1)
            return 1;
    }
    return 0;
}

int main(void)
{
    struct dev d = { 4, 2 };
    printf("%d\n", poll_ready(&d.status, 3));
    d.status = 3;
    int snapshot = d.status;
    printf("%d\n", wait_ready(&snapshot, 3));
    return 0;
}
