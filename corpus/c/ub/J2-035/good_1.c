#include <stdio.h>
int main(void) {
  int i = 1;
  i = i + 1;
  i++;
  printf("%d\n", (i++, i));
  return 0;
}
