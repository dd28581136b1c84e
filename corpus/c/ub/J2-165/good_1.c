#include <stdio.h>
int main(void) {
  char s[4];
  sscanf("abcdef", "%3s", s);
  puts(s);
  return 0;
}
