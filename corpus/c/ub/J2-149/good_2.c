#include <stdio.h>
int main(void) {
  FILE *f = fopen("/nowhere/x", "r+b");
  printf("%d\n", f == 0);
  return 0;
}
