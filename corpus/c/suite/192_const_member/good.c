#include <stdio.h>

struct ticket {
    int number;
    int seat;
};

static void set_int(int *p, int v)
{
    *p = v;
}

static int show(const struct ticket *t)
{
    return t->number * 100 + t->seat;
}

int main(void)
{
    struct ticket t = { 7, 12 };
    printf("%d\n", show(&t));
    set_int(&t.seat, 13);
    set_int((int *)&t.number, 8);
    printf("%d\n", t.seat);
    return 0;
}
