#include <stdio.h>
static int spot[4];
int main(void) {
  short h = (short)(long)0 + (short)&spot[1];
  printf("%d\n", h != 0);
}
