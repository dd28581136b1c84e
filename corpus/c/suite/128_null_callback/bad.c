#include <stdio.h>

struct command { char key; int (*run)(int); };

static int inc(int x) { return x + 1; }
static int dbl(int x) { return x * 2; }

static const struct command cmds[] = {
    { '+', inc }, { 'd', dbl }, { '#', NULL },
};

static int execute(const char *prog, int x)
{
    for (; *prog; prog++) {
        for (int i = 0; i < 3; i++) {
            if (cmds[i].key == *prog)
                x = cmds[i].run(x);
        }
    }
    return x;
}

int main(void)
{
    printf("%d\n", execute("++d", 3));
    fflush(stdout);
    printf("%d\n", execute("d#+", 3));
    return 0;
}
