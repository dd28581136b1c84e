#include <stdio.h>
static volatile int reg = 3;
static int peek(int *p) { return *p; }
int main(void) {
  printf("%d\n", peek((int *)&reg));
}
