#include <stdio.h>
#include <stdlib.h>
int main(void) { char *end; 
 char d[3] = {'1', '2', '3'}; long v = strtol(d, &end, 10);
 printf("%ld\n", v); }
