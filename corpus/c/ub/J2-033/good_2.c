#include <stdio.h>
#include <string.h>
int main(void) {
  char s[8] = "abc";
  strcat(s, "d");
  puts(s);
  return 0;
}
