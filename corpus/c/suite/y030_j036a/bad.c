#include <stdio.h>
#include <limits.h>
static long sum(const int *a, int n) { 
  int s = 0;
  while (n--) s += *a++;
  return s; }
int main(void) { int v[2] = {INT_MAX, 1}; printf("%ld\n", sum(v, 2)); }
