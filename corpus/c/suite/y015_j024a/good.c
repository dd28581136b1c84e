#include <stdio.h>
static int spot[4];
int main(void) {
  long h = (long)&spot[1];
  printf("%d\n", h != 0);
}
