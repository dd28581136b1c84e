#include <stdio.h>
#include <stddef.h>

struct node { int v; struct node *next; };

static int link_all(struct node *store, int n)
{
    struct node *tail = &store[0];
    tail->next = NULL;
    for (int i = 1; i < n; i++) {
        store[i].next = NULL;
        tail->next = tail = &store[i];
    }
    return tail->v;
}

int main(void)
{
    struct node s[5];
    for (int i = 0; i < 5; i++)
        s[i].v = i * i;
    int last = link_all(s, 5);
    printf("last %d\n", last);
    printf("head %d\n", s[0].v);
    return 0;
}
