#include <stdio.h>
static void fna(void) {} static void fnb(void) {}
int main(void) { int a = 1, b = 2; (void)a; (void)b;
 if (fna != fnb) puts("lt");
}
