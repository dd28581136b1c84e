#include <stdlib.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char *e = strerror(2);
  char b[64]; strncpy(b, e, 63); b[63] = 0; b[0] = 'x';
  puts("k");
}
