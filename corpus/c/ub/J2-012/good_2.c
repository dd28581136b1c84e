#include <stdio.h>
union u { unsigned char c; _Bool b; };
int main(void) {
  union u x;
  x.b = 255;
  printf("%d\n", x.c);
  return 0;
}
