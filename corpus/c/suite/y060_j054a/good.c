#include <stdio.h>
union u { struct { char c[8]; } a; struct { int pad; struct { char c[8]; } b; } s; };
struct w { char c[8]; };
int main(void) {
  union { struct { struct w v; } a; struct { int pad; struct w v; } b; } x = {{{"abcdefg"}}};
  struct w t = x.a.v; x.b.v = t;
  printf("%c\n", x.b.v.c[0]);
}
