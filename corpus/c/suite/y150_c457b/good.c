#include <stdio.h>
int main(void) { char *d; 
  for (int j = 0; j < 1; j++) {
   d = "s";
  }
  printf("%s\n", d); }
