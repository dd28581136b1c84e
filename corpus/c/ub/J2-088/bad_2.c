/* TUF-UB-031 6.9.1p12 a value that is printed */
#include <stdio.h>
static long total(void) {
  long sum = 5;
  sum++;
}
int main(void) {
  printf("%ld\n", total()); /* HERE */
  return 0;
}
