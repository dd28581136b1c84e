#include <stdio.h>
#include <string.h>
int main(void) {
  puts(strerror(2));
  return 0;
}
