#include <stdio.h>
#include <stdlib.h>

struct node { int value; struct node *next; };

static struct node *append(struct node *tail, int value)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    n->value = value;
    if (tail)
        tail->next = n;
    return n;
}

int main(void)
{
    struct node *head = append(NULL, 3);
    struct node *tail = head;
    for (int i = 4; i < 8; i++)
        tail = append(tail, i);

    int count = 1, sum = head->value;
    for (struct node *p = head; count < 20 && p->next != NULL; p = p->next) {
        count++;
        sum += p->next->value;
    }
    printf("count %d sum %d\n", count, sum);

    struct node *p = head;
    while (p != tail) {
        struct node *nx = p->next;
        free(p);
        p = nx;
    }
    free(tail);
    return 0;
}
