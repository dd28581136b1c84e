#include <stdio.h>
#include <stdint.h>
static unsigned short b[4];
static uint64_t rd(void *p) { return *(uint64_t *)p; }
int main(void) {
 static _Alignas(8) unsigned short x[4]; printf("%d\n", (int)rd(x)); (void)b;
}
