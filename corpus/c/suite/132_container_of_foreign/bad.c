#include <stdio.h>
#include <stddef.h>

struct link { struct link *next; };
struct task { int prio; int id; struct link link; };

#define task_of(l) ((struct task *)((char *)(l) - offsetof(struct task, link)))

static int count(struct link *head)
{
    int n = 0;
    struct link *l = head->next;
    do {
        struct task *t = task_of(l);
        n += t != NULL;
        l = l->next;
    } while (l != head->next);
    return n;
}

int main(void)
{
    struct link head;
    struct task a = { 1, 10, { NULL } }, b = { 2, 20, { NULL } };
    head.next = &a.link;
    a.link.next = &b.link;
    b.link.next = &head;
    printf("tasks %d\n", count(&head) >= 2);
    printf("prio %d\n", task_of(head.next)->prio);
    return 0;
}
