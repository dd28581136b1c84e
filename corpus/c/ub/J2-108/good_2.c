#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *s = 0;
  free(s);
  puts(s ? s : "none");
  return 0;
}
