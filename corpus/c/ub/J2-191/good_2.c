#include <stdio.h>
#include <string.h>
int main(void) {
  char a[4] = "abc";
  memcpy(a, a, 0);
  puts(a);
  return 0;
}
