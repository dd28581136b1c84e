#include <stdio.h>
typedef int F(void);
const F f; /* BAD */
int main(void) { printf("%d\n", f()); return 0; }
int f(void) { return 4; }
