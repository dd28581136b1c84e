#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct op { char name[8]; int code; };

static int by_name(const void *k, const void *e)
{
    return strcmp(k, ((const struct op *)e)->name);
}

static const struct op ops[] = {
    { "add", 1 }, { "sub", 2 }, { "mul", 3 }, { "div", 4 }, { "jmp", 5 },
};

static int code(const char *name)
{
    const struct op *o = bsearch(name, ops, 5, sizeof ops[0], by_name);
    return o ? o->code : 0;
}

int main(void)
{
    int known = 0;
    const char *q[] = { "mul", "div", "nop" };
    for (int i = 0; i < 3; i++)
        known += code(q[i]) != 99;
    printf("queries %d\n", known);
    return 0;
}
