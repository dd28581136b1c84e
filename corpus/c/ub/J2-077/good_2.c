#include <stdio.h>
static int none(const char *s) { return s == 0; }
int main(void) {
  printf("%d\n", none(0));
  return 0;
}
