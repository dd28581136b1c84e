#include <stdio.h>
#include <string.h>

struct frame { _Alignas(int) unsigned char raw[8]; };

static int field(const struct frame *f, int i)
{
    int v;
    memcpy(&v, f->raw + i * (int)sizeof v, sizeof v);
    return v;
}

static void put(struct frame *f, int i, int v)
{
    memcpy(f->raw + i * (int)sizeof v, &v, sizeof v);
}

int main(void)
{
    struct frame f;
    put(&f, 0, 1234);
    put(&f, 1, -5);
    printf("%d\n", field(&f, 0));
    printf("%d\n", field(&f, 1));
    return 0;
}
