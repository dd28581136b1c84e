#include <stdio.h>
#include <stdlib.h>
int main(void) { size_t n;
 n = 20;
 char *p = malloc(n); 
 if (!p) return 1;
 p[0] = 1;
 free(p); }
