#include <stdio.h>

struct log { unsigned char buf[16]; unsigned len; };

static void mark(struct log *l, unsigned char tag)
{
    l->buf[l->len++] = tag;
    l->buf[l->len] = (unsigned char)(l->len * 2);
    l->len++;
}

int main(void)
{
    struct log l = { { 0 }, 0 };
    for (int i = 0; i < 4; i++)
        mark(&l, (unsigned char)('a' + i));
    printf("len %u\n", l.len);
    printf("%c%c\n", l.buf[0], l.buf[6]);
    return 0;
}
