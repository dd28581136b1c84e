#include <stdlib.h>
#include <stdio.h>
struct ctx { int ready; char *name; };
int main(void) {
  struct ctx *c = malloc(sizeof *c);
  if (c->name) puts(c->name);
  free(c);
}
