#include <stdio.h>

struct sample { int t; int v; };

static int rising(const int *v, int n)
{
    int count = 0;
    struct sample *prev = NULL;
    for (int i = 0; i < n; i++) {
        struct sample cur;
        struct sample *p = &cur;
        if (prev && prev->v < v[i])
            count++;
        p->t = i;
        p->v = v[i];
        prev = p;
    }
    return count;
}

int main(void)
{
    int v[] = { 3, 4, 4, 6, 2, 9 };
    int w[] = { 9, 8, 7 };
    printf("%d\n", rising(v, 6));
    printf("%d\n", rising(w, 3));
    return 0;
}
