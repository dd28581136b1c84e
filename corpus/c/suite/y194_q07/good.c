#include <stdio.h>
int main(void) { int v[3] = {1, 2, 3}; int i = 0; int t[3] = {0};
 while (i < 3) { t[i] = v[i]; i++; }
 printf("%d\n", t[1]); }
