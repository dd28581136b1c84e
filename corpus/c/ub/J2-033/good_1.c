#include <stdio.h>
int main(void) {
  char s[] = "abc";
  s[0] = 'A';
  puts(s);
  return 0;
}
