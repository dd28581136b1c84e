#include <stdio.h>
#include <string.h>
int main(void) {
  char s[3] = {'a', 'b', 'c'};
  printf("%d %d\n", memchr(s, 'c', 3) == s + 2, strncmp(s, "abd", 2));
  return 0;
}
