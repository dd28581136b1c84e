#include <stdio.h>
static unsigned mask(int n) { return (1u << n) - 1; }
int main(void) {
  printf("%x\n", mask(32));
}
