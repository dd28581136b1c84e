#include <stdio.h>
#include <stdlib.h>
static int conv(const char *s) {
  return atoi(s);
}
int main(void) { printf("%d\n", conv("99999999999")); }
