#include <stdio.h>
typedef struct { char a[20]; int n; } st;
static st f1(int v) { st s;
 s.n = 1;
 s.a[0] = v; return s; }
int main(void) { st (*fp)(int) = f1; st r = fp(3); printf("%d\n", r.n); }
