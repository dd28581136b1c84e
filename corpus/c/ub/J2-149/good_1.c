#include <stdio.h>
int main(void) {
  FILE *f = fopen("/nowhere/x", "rb");
  printf("%d\n", f == 0);
  return 0;
}
