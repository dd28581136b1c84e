#include <stdio.h>
#include <stdlib.h>
static int conv(const char *s) {
  long l = strtol(s, 0, 10); return l > 100;
}
int main(void) { printf("%d\n", conv("99999999999")); }
