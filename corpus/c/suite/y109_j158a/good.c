#include <stdio.h>
#include <string.h>
struct tag { char t[4]; char z; };
int main(void) {
  struct tag x; memcpy(x.t, "wxyz", 4); x.z = 1;
  printf("%.4s\n", x.t);
}
