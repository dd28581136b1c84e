#include <stdio.h>
static void set(int *i, float *f) { *i = 1; *f = 2; printf("%d\n", *i); }
int main(void) { 
 union { int i; float f; } u; u.i = 0; int *p = &u.i; float *q = &u.f; set(p, q);
}
