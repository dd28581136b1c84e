#include <stdio.h>
int main(void) {
  char s[4];
  int n = snprintf(s, sizeof s, "%d", 123456);
  printf("%d %s\n", n, s);
  return 0;
}
