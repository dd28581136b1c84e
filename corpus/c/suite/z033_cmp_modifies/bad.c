#include <stdio.h>
#include <stdlib.h>
struct e { int key, seen; };
static int asked;
static int cmp(const void *p, const void *q)
{
    struct e *a = (struct e *)p, *b = (struct e *)q;
    a->seen++;
    return (a->key > b->key) - (a->key < b->key);
}
int main(void)
{
    struct e v[3] = { { 3, 0 }, { 1, 0 }, { 2, 0 } };
    qsort(v, 3, sizeof *v, cmp);
    printf("%d\n", v[0].key);
    return 0;
}
