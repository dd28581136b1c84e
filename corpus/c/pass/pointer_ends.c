#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

/* Pointers that are moved to the ends of their objects, and null ones that are not moved. */

struct pair {
  char tag;
  int values[3];
};

static int sum(const int *from, const int *to) {
  int s = 0;
  while (from != to)
    s += *from++;
  return s;
}

static size_t place(int i) { return (size_t) & ((struct pair *)0)->values[i]; }

static char *owner(int *values) { return (char *)values - offsetof(struct pair, values); }

int main(void) {
  int a[4] = {1, 2, 3, 4}, m[3][2] = {{1, 2}, {3, 4}, {5, 6}};
  char *null = 0;
  struct pair p = {'x', {7, 8, 9}};
  size_t back = (size_t)-1;
  printf("%d %d\n", sum(a, a + 4), sum(&a[1], &a[4]));
  printf("%d\n", (int)(m[3] - m[0]));
  printf("%d\n", sum(null ? a : (int *)null, (int *)(null + 0)));
  printf("%d\n", (int)place(2));
  printf("%c\n", *owner(p.values));
  int *end = &a[3] + 1;
  end -= 4;
  printf("%d %d\n", *end, *(end + 1));
  end = a + 2;
  printf("%d\n", end[back]);
  printf("%d\n", *(end + (ptrdiff_t)back));
  int *h = malloc(2 * sizeof *h), *last = h + 2;
  if (!h)
    return 1;
  for (int *q = last; q != h;) {
    q--;
    *q = (int)(last - q);
  }
  printf("%d %d\n", h[0], h[1]);
  free(h);
  return 0;
}
