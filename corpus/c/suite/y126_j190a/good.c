#include <stdio.h>
#include <string.h>
int main(void) {
  char a[4] = {'a', 'b', 'c', 'd'};
  char *p = memchr(a, 'z', 4);
  printf("%d\n", p == 0);
}
