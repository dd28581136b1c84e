/* TUF-UB-031 6.3.2.1p2 printf is given an element that no loop has written */
#include <stdio.h>
int main(void) {
  int a[4];
  for (int i = 0; i < 3; i++)
    a[i] = i;
  printf("%d\n", a[3]); /* HERE */
  return 0;
}
