#include <stdio.h>
#include <stdlib.h>
int main(void) { 
  char *p = malloc((size_t)-1 / 2 + 0x7000);
  p[0] = 'a';
  printf("%c\n", *p); free(p); }
