#include <stdio.h>
#include <stdlib.h>
int main(void) { int n = 300; 
  unsigned char k = n;
  char *p = malloc(k); if (!p) return 1; for (int i = 0; i < n; i++) p[i] = 'a';
  printf("%c\n", p[0]); free(p); }
