#include <stdio.h>
#include <string.h>
int main(void) {
  char s[16] = "hello world";
  strcpy(s, s + 3);
  puts(s);
}
