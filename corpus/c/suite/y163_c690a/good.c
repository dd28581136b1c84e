#include <stdio.h>
#include <stdlib.h>
int main(void) { 
  char *p = malloc(4); if (!p) return 0;
  p[0] = 'a';
  printf("%c\n", *p); free(p); }
