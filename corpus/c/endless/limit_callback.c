#include <stdio.h>
int main(void) {
  int k = 1;
  int (*f)(const char *) = puts;
  do
    f("x");
  while (k);
  return 0;
}
