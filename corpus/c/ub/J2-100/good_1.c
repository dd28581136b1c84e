#include <stdio.h>
#include <string.h>
int main(void) {
  char s[8] = "abcdefg";
  memmove(s + 1, s, 5);
  puts(s);
  return 0;
}
