#include <stdio.h>
static int g;
static int *loc(void) { return &g; }
int main(void) {
 int r = (*loc() = 1) + (g = 2);
 printf("%d\n", r); }
