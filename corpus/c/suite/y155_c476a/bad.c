#include <stdio.h>
struct T { int a; };
static struct T *badS(struct T *d) { (void)d; return NULL; }
static struct T *goodS(struct T *d) { return d; }
int main(void) { static struct T t = {4}; struct T *(*f[2])(struct T *) = {goodS, badS};
  struct T *d = f[1](&t);
  if ((d != NULL) | (d->a == 5)) puts("x"); }
