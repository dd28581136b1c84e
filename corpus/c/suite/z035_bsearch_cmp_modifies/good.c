#include <stdio.h>
#include <stdlib.h>
struct e { int key, hit; };
static int probes;
static int cmp(const void *k, const void *p)
{
    struct e *e = (struct e *)p;
    int key = *(const int *)k;
    probes++;
    return (key > e->key) - (key < e->key);
}
int main(void)
{
    struct e v[4] = { { 1, 0 }, { 3, 0 }, { 5, 0 }, { 7, 0 } };
    int key = 5;
    struct e *r = bsearch(&key, v, 4, sizeof *v, cmp);
    printf("%d\n", r ? r->key : -1);
    return 0;
}
