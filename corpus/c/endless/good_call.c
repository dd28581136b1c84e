#include <stdio.h>
static int step(int x) { return x % 2 ? 3 * x + 1 : x / 2; }
int main(void) { int x = 27; 
 do x = step(x); while (x != 1);
 printf("%d\n", x); }
