#include <stdio.h>
#include <string.h>

struct queue { int item[8]; size_t n; };

static int pop_front(struct queue *q)
{
    int v = q->item[0];
    q->n--;
    memcpy(q->item, q->item + 1, q->n * sizeof q->item[0]);
    return v;
}

int main(void)
{
    struct queue q = { { 3, 1, 4, 1, 5 }, 5 };
    int a = pop_front(&q);
    int b = pop_front(&q);
    printf("a %d\n", a);
    printf("left %zu\n", q.n + (b > 100));
    return 0;
}
