#include <stdio.h>
int main(void) { int i = 3; int j = 0;
 while (i) { j = 1 - j; } /* HERE */
 return j == 5; }
