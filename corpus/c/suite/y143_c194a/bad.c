#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) { short d;
  d = -1;
  char src[100], dst[100] = ""; memset(src, 'A', 99); src[99] = 0;
  if (d < 100) { memcpy(dst, src, d); dst[d] = 0; }
  puts(dst); }
