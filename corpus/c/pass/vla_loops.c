/* Arrays of variable length that end with each turn of a loop: together they are larger than the stack. */
#include <stdio.h>

int *volatile seen;

int main(void) {
  int n = 0;
  long sum = 0;
  if (0) {
  again:;
  }
  int x[n % 1000 + 1];
  x[0] = 1;
  x[n % 1000] = 2;
  seen = x;
  sum += x[0];
  n++;
  if (n < 9000) goto again;
  for (int i = 0; i < 9000; i++) {
    int y[i % 500 + 500];
    y[i % 500] = i;
    seen = y;
    sum += seen[i % 500];
  }
  printf("%ld\n", sum);
  return 0;
}
