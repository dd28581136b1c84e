#include <stdio.h>
int buf[5];
int **pp; int *p;
int main(void) { p = buf; pp = &p;
 *(*pp + 5) = 1;
 printf("%d\n", buf[4]); }
