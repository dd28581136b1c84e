#include <stdio.h>
int main(void) { int i = 1, a[3] = {0};
 int *p = &a[i++], v = 0; i = i + 1; v = *p + i;
 printf("%d\n", v); }
