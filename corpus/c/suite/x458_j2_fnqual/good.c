#include <stdio.h>
typedef int F(void);
F f;
int main(void) { printf("%d\n", f()); return 0; }
int f(void) { return 4; }
