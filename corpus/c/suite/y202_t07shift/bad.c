#include <stdio.h>
static int n = 31;
static long f(void) { 
 return 1 << n;
 }
int main(void) { printf("%d\n", f() != 0); }
