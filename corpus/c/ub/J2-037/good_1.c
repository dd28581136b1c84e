#include <stdio.h>
#include <string.h>
int main(void) {
  float f = 1;
  unsigned u;
  memcpy(&u, &f, sizeof u);
  printf("%x %d\n", u, ((unsigned char *)&f)[3]);
  return 0;
}
