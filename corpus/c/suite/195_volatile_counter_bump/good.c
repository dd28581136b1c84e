#include <stdio.h>

static int ticks;
static int beats;

struct counter { const char *name; int *value; };

static void bump(const struct counter *c, int by)
{
    *c->value += by;
}

int main(void)
{
    struct counter list[] = {
        { "beats", &beats },
        { "ticks", (int *)&ticks },
    };
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++)
            bump(&list[i], k + 1);
    printf("%s %d\n", list[0].name, beats);
    printf("%s %d\n", list[1].name, ticks > 0);
    return 0;
}
