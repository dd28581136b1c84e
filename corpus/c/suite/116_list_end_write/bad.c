#include <stdio.h>
#include <stdlib.h>

struct node { int v; struct node *next; };

static int set_nth(struct node *head, int n, int v)
{
    struct node *p = head;
    while (n-- > 0 && p != NULL)
        p = p->next;
    p->v = v;
    return v;
}

int main(void)
{
    struct node c = { 3, NULL }, b = { 2, &c }, a = { 1, &b };
    printf("%d\n", set_nth(&a, 1, 20));
    printf("%d\n", set_nth(&a, 2, 30));
    printf("%d\n", a.v + b.v + c.v);
    fflush(stdout);
    printf("%d\n", set_nth(&a, 3, 40) != 0);
    return 0;
}
