#include <stdio.h>
int main(void) { int i = 1, a[3] = {0};
 int *p = &a[i++], v = 0; v = *p + (i = i++ + 1);
 printf("%d\n", v); }
