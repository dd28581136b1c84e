#include <stdio.h>
static FILE *o(const char *m) { return fopen("nosuch", m); }
int main(void) {
  FILE *f = o("rb");
  printf("%d\n", f == 0);
}
