#include <stdio.h>
#include <stdlib.h>

struct entry { int key; struct entry *next; };
struct table { struct entry *bucket[4]; };

static void put(struct table *t, int key)
{
    struct entry *e = malloc(sizeof *e);
    if (!e)
        exit(1);
    e->key = key;
    e->next = t->bucket[key & 3];
    t->bucket[key & 3] = e;
}

static int remove_odd(struct table *t)
{
    int removed = 0;
    for (int b = 1; b < 4; b += 2) {
        for (struct entry *e = t->bucket[b], *nx; e && removed < 2; e = nx) {
            nx = e->next;
            t->bucket[b] = NULL;
            removed++;
            free(e);
        }
    }
    return removed;
}

int main(void)
{
    struct table t = { { NULL } };
    put(&t, 4);
    put(&t, 5);
    put(&t, 7);
    put(&t, 8);
    printf("removed %d\n", remove_odd(&t));
    struct entry *e = t.bucket[0];
    printf("keys %d %d\n", e->key, e->next->key);
    free(e->next);
    free(e);
    return 0;
}
