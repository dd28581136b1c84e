#include <stdio.h>

struct tree { int key; const struct tree *l, *r; };

static void height(const struct tree *t, int *out)
{
    int a, b;
    if (!t)
        return;
    height(t->l, &a);
    height(t->r, &b);
    *out = (a > b ? a : b) + 1;
}

int main(void)
{
    struct tree n1 = { 1, NULL, NULL }, n3 = { 3, NULL, NULL };
    struct tree n2 = { 2, &n1, &n3 };
    int h = 0;
    height(&n2, &h);
    printf("root %d\n", n2.key);
    printf("height %d\n", h);
    return 0;
}
