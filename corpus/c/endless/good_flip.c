#include <stdio.h>
int main(void) { int i = 3; int j = 0;
 while (i) { j++; i--; }
 return j == 5; }
