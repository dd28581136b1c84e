#include <stdio.h>
#include <string.h>
int main(void) {
  char s[16] = "abc";
  memcpy(s + 4, s, 4);
  puts(s + 4);
  return 0;
}
