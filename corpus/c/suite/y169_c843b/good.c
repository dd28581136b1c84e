#include <stdio.h>
int main(void) { void *d; short s = 8; int i = 4;
  d = &i; (void)s;
  int *p = d;
  printf("%d\n", *p); }
