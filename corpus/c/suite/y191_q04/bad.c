#include <stdio.h>
static void show(int a, int b, int c) { printf("%d %d %d\n", a, b, c); }
int main(void) { int x = 1; void (*f)(int, int, int) = show;
 (*f)(x, ++x, x--);
}
