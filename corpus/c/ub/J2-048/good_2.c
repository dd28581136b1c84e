#include <stdio.h>
struct s { char head[4]; char tail[4]; };
int main(void) {
  struct s x;
  printf("%d\n", (int)((char *)x.tail - (char *)&x));
  return 0;
}
