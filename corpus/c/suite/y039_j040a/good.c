#include <stdio.h>
long widen();
int main(void) {
  printf("%ld\n", widen(3L));
}
long widen(x) long x; { return x + 1; }
