#include <ctype.h>
#include <stdio.h>
int main(void) {
  printf("%d %c\n", isdigit(EOF), toupper('x'));
  return 0;
}
