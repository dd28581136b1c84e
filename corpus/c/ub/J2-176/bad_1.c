/* TUF-UB-012 6.2.4p2 a list is freed by its own pointers */
#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
  struct node *n = malloc(sizeof *n);
  n->next = 0;
  for (struct node *p = n; p; p = p->next) /* HERE */
    free(p);
  return 0;
}
