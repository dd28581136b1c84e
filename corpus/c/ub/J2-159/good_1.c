#include <stdio.h>
int main(void) {
  int n;
  long l;
  printf("abc%nde%ln\n", &n, &l);
  printf("%d %ld\n", n, l);
  return 0;
}
