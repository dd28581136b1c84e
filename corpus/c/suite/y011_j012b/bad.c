#include <stdio.h>
union u { unsigned char c; _Bool b; };
static int get(union u *p) { return p->b; }
int main(void) {
  union u x;
  x.c = 0x80;
  printf("%d\n", get(&x));
}
