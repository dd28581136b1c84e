#include <stdio.h>
static int t[4];
static int *end(void) { return t + 4; }
int main(void) { int *p = end(); 
 printf("%d\n", p[0]);
}
