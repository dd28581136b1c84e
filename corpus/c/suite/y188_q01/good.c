#include <stdio.h>
struct s { int v; int w[2]; };
static struct s mk(int a) { struct s r = {a, {a, a}}; return r; }
int main(void) { struct s x = {0};
 int r = mk(1).w[0] + mk(2).w[1]; x = mk(r);
 printf("%d %d\n", r, x.v); }
