#include <stdio.h>
#include <stddef.h>
static char one[8], two[8];
static ptrdiff_t dist(const char *a, const char *b) { return b - a; }
int main(void) {
  printf("%d\n", dist(one, two) != 0);
}
