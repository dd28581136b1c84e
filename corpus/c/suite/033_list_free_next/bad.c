#include <stdio.h>
#include <stdlib.h>

struct node { struct node *next; int v; };

static struct node *push(struct node *head, int v)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    n->next = head;
    n->v = v;
    return n;
}

static int destroy(struct node *head, int count)
{
    int freed = 0;
    struct node *p = head;
    while (freed < count) {
        free(p);
        p = p->next;
        freed++;
    }
    return freed;
}

int main(void)
{
    struct node *head = NULL;
    for (int i = 0; i < 1; i++)
        head = push(head, i * i);
    printf("head %d\n", head->v);
    printf("freed %d\n", destroy(head, 1));
    return 0;
}
