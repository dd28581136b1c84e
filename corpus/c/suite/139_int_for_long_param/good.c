#include <stdio.h>

static long offset_of(long base, long step)
{
    return base + step * 3;
}

struct io { long (*seek)(); long pos; };

static void advance(struct io *io, int n)
{
    io->pos = io->seek(io->pos, (long)n);
}

int main(void)
{
    struct io io = { offset_of, 0 };
    advance(&io, 4);
    advance(&io, 5);
    printf("pos %ld\n", io.pos);
    printf("direct %ld\n", offset_of(1, 2));
    return 0;
}
