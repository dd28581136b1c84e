#include <stdio.h>
#include <stdlib.h>
typedef struct { int a; int b; } two;
int main(void) {
  two *p = malloc(sizeof(*p) * 2);
  if (!p) return 1;
  p[1].a = 2;
  printf("%d\n", p[1].a); free(p);
}
