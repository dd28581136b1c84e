#include <stdio.h>
struct pt { int x, y; };
static const struct pt *pick(int i) {
  struct pt tab[3] = {{1, 2}, {3, 4}, {5, 6}};
  static struct pt keep;
  keep = tab[i];
  return &keep;
}
int main(void) {
  const struct pt *p = pick(1);
  printf("%d\n", p->y);
  return 0;
}
