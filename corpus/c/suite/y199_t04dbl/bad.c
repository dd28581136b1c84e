#include <stdio.h>
#include <stdlib.h>
int main(void) { int i; char **d = malloc(5 * sizeof(char *)); for (i = 0; i < 5; i++) d[i] = malloc(5);
 d[4][5] = 'a';
 for (i = 0; i < 5; i++) free(d[i]); free(d); }
