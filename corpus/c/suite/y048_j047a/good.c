#include <stdio.h>
int main(void) {
  int a[3] = {1, 2, 3}; int *end = a + 3; int s = 0;
  for (int *p = a; p
   <
   end; p++) s += *p;
  printf("%d\n", s);
}
