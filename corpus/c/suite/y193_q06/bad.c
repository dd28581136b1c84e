#include <stdio.h>
struct b { unsigned a : 4, c : 4; };
int main(void) { struct b x = {0};
 int r = x.a++ + x.a++;
 printf("%d\n", r); }
