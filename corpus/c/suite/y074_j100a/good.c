#include <stdio.h>
#include <string.h>
int main(void) {
  char s[16] = "hello world";
  memmove(s, s + 3, strlen(s + 3) + 1);
  puts(s);
}
