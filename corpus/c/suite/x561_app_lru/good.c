#include <stdio.h>
#include <stdlib.h>
struct e { int k; struct e *nx; };
static struct e *head; static int n;
static struct e *touch(int k) {
    struct e **p = &head;
    for (; *p; p = &(*p)->nx) if ((*p)->k == k) { struct e *x = *p; *p = x->nx; x->nx = head; return head = x; }
    struct e *x = malloc(sizeof *x); if (!x) exit(1);
    x->k = k; x->nx = head; head = x;
    if (++n > 2) { struct e *q = head; while (q->nx->nx) q = q->nx; free(q->nx); q->nx = NULL; n--; }
    return x;
}
int main(void) {
    struct e *a = touch(1);
    touch(2); touch(3);
    a = touch(3); printf("%d\n", a->k);
    while (head) { struct e *d = head; head = d->nx; free(d); }
    return 0;
}
