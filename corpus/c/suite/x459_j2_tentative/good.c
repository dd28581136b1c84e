#include <stdio.h>
static int t[3];
int main(void) { printf("%d\n", t[0]); return 0; }
static int t[3] = { 1, 2, 3 };
