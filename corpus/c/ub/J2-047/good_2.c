#include <stdio.h>
int main(void) {
  char buf[4];
  for (int i = 0; i < 4; i++)
    buf[i] = 'a' + i;
  printf("%.4s\n", buf);
  return 0;
}
