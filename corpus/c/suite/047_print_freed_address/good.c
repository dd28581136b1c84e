#include <stdio.h>
#include <stdlib.h>

struct block { size_t size; unsigned tag; };

static int live;

static struct block *acquire(size_t size)
{
    struct block *b = malloc(sizeof *b + size);
    if (!b)
        exit(1);
    b->size = size;
    b->tag = 0xabcd;
    live++;
    return b;
}

static void release(struct block *b, FILE *log)
{
    size_t size = b->size;
    fprintf(log, "releasing %p\n", (void *)b);
    free(b);
    live--;
    fprintf(log, "%zu bytes\n", size);
}

int main(void)
{
    FILE *log = tmpfile();
    if (!log)
        return 1;
    struct block *a = acquire(100);
    struct block *b = acquire(50);
    printf("tags %x %x\n", a->tag, b->tag);
    release(a, log);
    free(b);
    live--;
    printf("live %d\n", live);
    fclose(log);
    return 0;
}
