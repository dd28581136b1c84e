#include <stdio.h>
#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
  struct node *n = malloc(sizeof *n), *next;
  n->next = 0;
  for (struct node *p = n; p; p = next) {
    next = p->next;
    free(p);
  }
  puts("done");
  return 0;
}
