#include <stdio.h>

struct item { int w; const struct item *next; };

static int weight(const struct item *p)
{
    int w = 0;
    for (int guard = 0; p && guard < 10; guard++) {
        w += p->w;
        p = p->next;
    }
    return w;
}

int main(void)
{
    const struct item *head = NULL;
    int n = 0;
    struct item store[4];
    for (int i = 1; i <= 4; i++) {
        store[i - 1] = (struct item){ i * 5, head };
        head = &store[i - 1];
        n++;
    }
    printf("items %d\n", n);
    printf("weight %d\n", weight(head));
    return 0;
}
