#include <stdio.h>
#include <stddef.h>
struct list { struct list *n; }; struct item { int v; struct list l; };
#define container_of(p, t, m) ((t *)((char *)(p) - offsetof(t, m)))
int main(void) { struct item a = {3, {0}}; struct list lone = {0};
 struct item *i = container_of(&a.l, struct item, l); printf("%d\n", i->v); (void)lone;
}
