#include <stdio.h>
int main(void) {
  int flag = 1;
  volatile int *p = &flag;
  *p = 2;
  printf("%d\n", flag);
  return 0;
}
