#include <stdio.h>
static int look(const int *t, int i) { 
  if (i < 4) return t[i]; return -1; }
int main(void) { int t[4] = {1, 2, 3, 4}; int n = -1; printf("%d\n", look(t, n)); }
