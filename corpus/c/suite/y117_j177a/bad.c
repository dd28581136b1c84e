#include <stdlib.h>
#include <stdio.h>
int main(void) {
  void *p = aligned_alloc(24, 48);
  printf("%d\n", p != 0); free(p);
}
