#include <stdio.h>
#include <string.h>
int main(void) {
  char s[64];
  strcpy(s, strerror(1));
  s[0] = 'X';
  puts(s);
  return 0;
}
