#include <stdio.h>
static int f(int n) { 
 if (n == 0) return 0;
 return 1 + f(n - 1); }
int main(void) { printf("%d\n", f(3)); }
