#include <stdio.h>

struct setup { int baud; int bits; };

static void force_bits(const struct setup *s, int bits)
{
    struct setup *w = (struct setup *)s;
    w->bits = bits;
}

static int frame_len(const struct setup *s)
{
    return s->bits + 2;
}

int main(void)
{
    const struct setup s = { 9600, 8 };
    printf("%d\n", frame_len(&s));
    force_bits(&s, 7);
    printf("%d\n", s.baud);
    return 0;
}
