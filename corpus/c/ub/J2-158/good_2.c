#include <stdio.h>
int main(void) {
  char s[8];
  s[0] = 'a';
  s[1] = 0;
  printf("%s\n", s);
  return 0;
}
