#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  long n = strtol("99999999999999999999", 0, 10);
  printf("%ld %d %d\n", n, errno == ERANGE, atoi("-12x"));
  return 0;
}
