#include <stdio.h>
#include <stddef.h>
struct item { int id; int val; };
static struct item *find(struct item *t, size_t n, int id) {
  for (size_t i = 0; i < n; i++) if (t[i].id == id) return t + i;
  return NULL;
}
int main(void) {
  struct item t[] = {{1, 10}, {2, 20}};
  printf("%d\n", find(t, 2, 3)->val);
}
