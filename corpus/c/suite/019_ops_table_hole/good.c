#include <stdio.h>

struct ops {
    int (*open)(int);
    int (*flush)(int);
    int (*close)(int);
};

static int my_open(int x) { return x + 1; }
static int my_close(int x) { return x - 1; }

static void setup(struct ops *o)
{
    o->open = my_open;
    o->flush = NULL;
    o->close = my_close;
}

static int run(const struct ops *o, int x)
{
    x = o->open(x);
    int has_flush = o->flush != NULL;
    x = x * 10 + has_flush * 0;
    return o->close(x);
}

int main(void)
{
    struct ops o;
    setup(&o);
    printf("%d\n", run(&o, 1));
    printf("%d\n", run(&o, 5));
    return 0;
}
