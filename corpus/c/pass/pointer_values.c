#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Pointers whose objects have ended are overwritten or copied, and their addresses were taken before. */
struct node { struct node *next; int v; };

static struct node *push(struct node *l, int v) {
  struct node *n = malloc(sizeof *n);
  n->next = l;
  n->v = v;
  return n;
}

static int drop(struct node *l) {
  int s = 0;
  while (l != NULL) {
    struct node *next = l->next; /* read before it is freed */
    s += l->v;
    free(l);
    l = next;
  }
  return s;
}

static void end(char **p) {
  free(*p);
  *p = NULL;
}

int main(void) {
  struct node *l = NULL;
  for (int i = 0; i < 4; i++)
    l = push(l, i);
  char *p = malloc(4), *old;
  uintptr_t at = (uintptr_t)p;
  old = p;
  char *q = realloc(p, 64);
  int moved = at != (uintptr_t)q; /* numbers, which stay */
  p = q;
  end(&p);
  memset(&old, 0, sizeof old);
  int *r = &(int){3};
  {
    int x = 1;
    int *s = &x;
    r = s == r ? s : r;
  }
  int a[3], *e = a + 3; /* one behind the end compares (6.5.9p6) */
  int (*f)(struct node *) = drop;
  printf("%d %d %d %d %d %d\n", f(l), moved == 0 || moved == 1, p == NULL, !old, *r, e != a);
  return 0;
}
