#include <stdio.h>
int main(void) { int x = 5, y;
 if (x > 3) {
 } else y = 1;
 while (y > 0) y--;
 return y; }
