#include <stdio.h>
#include <stdlib.h>

static int pending = 2;

static void flush_all(void)
{
    while (pending > 0)
        pending--;
    printf("flushed\n");
    fflush(stdout);
    if (pending == 0)
        exit(0);
}

static void banner(void)
{
    printf("bye\n");
}

int main(void)
{
    if (atexit(banner) != 0 || atexit(flush_all) != 0)
        return 1;
    printf("pending %d\n", pending);
    exit(0);
}
