#include <stdio.h>
#include <string.h>
int main(void) {
  char a[4] = {'a', 'b', 'c', 'd'};
  char *p = strchr(a, 'z');
  printf("%d\n", p == 0);
}
