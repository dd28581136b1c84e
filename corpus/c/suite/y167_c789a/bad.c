#include <stdio.h>
#include <stdlib.h>
int main(void) { size_t n;
 n = (size_t)1 << 62;
 char *p = malloc(n); 
 p[0] = 1;
 free(p); }
