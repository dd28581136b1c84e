#include <stdio.h>
#include <limits.h>
typedef union { int a; int b; } un;
int main(void) { un u; u.a = INT_MAX / 2 + 1; 
  u.a = 100;
  int d = u.b; if (d > 0) { int r = d * 2; printf("%d\n", r); } }
