#include <stdio.h>
#include <stdint.h>

struct obj { int id; int pad[7]; };

static unsigned bucket(const struct obj *o)
{
    uintptr_t key = (uintptr_t)o;
    return (unsigned)(key >> 5) % 4u;
}

int main(void)
{
    struct obj objs[4];
    int used[4] = { 0 };
    for (int i = 0; i < 4; i++) {
        objs[i].id = i;
        used[bucket(&objs[i])]++;
    }
    int n = 0;
    for (int i = 0; i < 4; i++)
        n += used[i];
    printf("objects %d\n", n);
    printf("id %d\n", objs[2].id);
    return 0;
}
