#include <stdio.h>
#include <limits.h>
struct bf { int v : 5; };
int main(void) { struct bf b = {15}; int big = INT_MAX;
 b.v += big;
 printf("%d\n", b.v != 99); }
