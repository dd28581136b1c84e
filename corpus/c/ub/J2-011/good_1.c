#include <stdio.h>
int main(int argc, char **argv) {
  int x = 0;
  int *p = &x;
  if (argc > 5)
    *p = 1;
  if (x)
    return 1;
  printf("%d\n", x);
  return 0;
}
