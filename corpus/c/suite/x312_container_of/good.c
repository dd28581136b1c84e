#include <stdio.h>
#include <stddef.h>
struct link { struct link *next; };
struct task { int prio; struct link l; };
#define TASK(p) ((struct task *)((char *)(p) - offsetof(struct task, l)))
int main(void) {
    struct task t = { 4, { 0 } };
    struct link head = { &t.l };
    t.l.next = &head;
    int s = 0;
    for (struct link *p = head.next; p != &head; p = p->next) {
        s += TASK(p)->prio;
        if (p == &head) break;
    }
    printf("%d\n", s > 3);
    return 0;
}
