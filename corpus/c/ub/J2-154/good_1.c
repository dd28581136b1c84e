#include <stdio.h>
int main(void) {
  printf("%.2s %.3d %3c\n", "xyz", 5, 'c');
  return 0;
}
