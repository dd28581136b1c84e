#include <ctype.h>
#include <stdio.h>
int main(void) {
  const char *s = "\xe9";
  printf("%d\n", isalpha((unsigned char)s[0]) != 0);
  return 0;
}
