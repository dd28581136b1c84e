#include <stdio.h>
struct list { int n; int tail[]; };
static struct list x = {2, {4, 5}};
int main(void) {
  printf("%d %d\n", x.tail[1], (int)sizeof x);
  return 0;
}
