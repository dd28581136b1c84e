#include <stdio.h>
static volatile int flag = 1;
int main(void) {
  volatile int *p = &flag;
  printf("%d\n", *p);
  return 0;
}
