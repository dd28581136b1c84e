#include <stdio.h>
int main(void) {
  printf("%.2f %.0e\n", 1.255, 12.0);
  return 0;
}
