#include <stdio.h>
int main(void) {
  int k = 1;
  while (k)
    fputs("", stdout);
  return 0;
}
