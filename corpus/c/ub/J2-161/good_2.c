#include <stdio.h>
int main(void) {
  char s[8];
  int n = sscanf("abc123", "%7[a-z]", s);
  printf("%d %s\n", n, s);
  return 0;
}
