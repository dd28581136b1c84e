#include <stdio.h>
int main(void) { void *d; short s = 8; int i = 4;
  d = &s; (void)i;
  int *p = d;
  printf("%d\n", *p); }
