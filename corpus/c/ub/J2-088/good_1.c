#include <stdio.h>
static int sign(int x) {
  if (x > 0)
    puts("positive");
  else
    return -1;
}
int main(void) {
  sign(1);
  printf("%d\n", sign(-3));
  return 0;
}
