#include <stdio.h>
int main(void) {
  printf("%s %d\n", "one", 2);
  return 0;
}
