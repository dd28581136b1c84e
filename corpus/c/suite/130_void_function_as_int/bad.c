#include <stdio.h>

struct hook { const char *name; int (*fn)(int); };

static int calls;

static void log_event(int level)
{
    calls += level;
}

static int check(int x)
{
    return x > 2 ? 0 : 1;
}

static int fire(const struct hook *h, int n, int arg)
{
    int rc = 0;
    for (int i = 0; i < n; i++)
        rc += h[i].fn(arg) != 12345;
    return rc;
}

int main(void)
{
    struct hook hooks[] = {
        { "check", check },
        { "log", (int (*)(int))log_event },
    };
    printf("rc %d\n", fire(hooks, 2, 3));
    printf("calls %d\n", calls);
    return 0;
}
