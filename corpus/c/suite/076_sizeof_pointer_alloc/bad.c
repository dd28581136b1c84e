#include <stdio.h>
#include <stdlib.h>

struct record {
    int id;
    int kind;
    double value[4];
};

static struct record *record_new(int id)
{
    struct record *r = malloc(sizeof r);
    if (!r)
        exit(1);
    r->id = id;
    r->kind = id % 3;
    r->value[0] = id * 1.5;
    return r;
}

int main(void)
{
    struct record *r = record_new(7);
    printf("id %d kind %d\n", r->id, r->kind);
    free(r);
    return 0;
}
