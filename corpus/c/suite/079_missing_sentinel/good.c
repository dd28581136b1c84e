#include <stdio.h>
#include <string.h>

struct option { const char *name; int arg; };

static int lookup(const char *name)
{
    const struct option opts[] = {
        { "help", 0 }, { "output", 1 }, { "level", 2 },
        { NULL, -1 },
    };
    const struct option *limit = opts + 3;
    for (const struct option *o = opts; ; o++) {
        if (o->name == NULL || o >= limit)
            return -1;
        if (strcmp(o->name, name) == 0)
            return o->arg;
    }
}

int main(void)
{
    printf("output %d\n", lookup("output"));
    printf("level %d\n", lookup("level"));
    printf("what %d\n", lookup("what"));
    return 0;
}
