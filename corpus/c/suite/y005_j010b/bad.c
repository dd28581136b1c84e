#include <stdlib.h>
#include <stdint.h>
#include <stdio.h>
struct box { int *p; };
static uintptr_t id(struct box *b) { return (uintptr_t)b->p; }
int main(void) {
  struct box b = { malloc(4) };
  free(b.p);
  printf("%d\n", id(&b) != 0);
}
