#include <stdio.h>
static int rd(int *p) { return *p; }
static int port = 3;
int main(void) { printf("%d\n", rd((int *)&port)); return 0; }
