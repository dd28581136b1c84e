#include <stdio.h>
int main(void) { union { int i; unsigned char c[4]; } u = {0};
 int r = (u.i = 5) + (u.c[0] = 6);
 printf("%d\n", r); }
