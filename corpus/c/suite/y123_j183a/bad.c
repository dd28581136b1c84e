#include <stdlib.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char *e = strerror(2);
  e[0] = 'x';
  puts("k");
}
