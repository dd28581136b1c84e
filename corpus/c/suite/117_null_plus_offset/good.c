#include <stdio.h>
#include <stdlib.h>

struct buf { char *data; size_t len; size_t off; };

static int remaining(const struct buf *b)
{
    if (b->data == NULL)
        return 0;
    const char *cur = b->data + b->off;
    return cur != NULL ? (int)(b->len - b->off) : 0;
}

int main(void)
{
    struct buf a = { malloc(20), 20, 5 };
    struct buf b = { NULL, 8, 3 };
    if (!a.data)
        return 1;
    a.data[0] = 'x';
    int ra = remaining(&a);
    int rb = remaining(&b);
    printf("a %d\n", ra);
    printf("b %d\n", rb >= 0);
    free(a.data);
    return 0;
}
