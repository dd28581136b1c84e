#include <stdio.h>
static void set(int *i, float *f) { *i = 1; *f = 2; printf("%d\n", *i); }
int main(void) { 
 int i; float f; set(&i, &f);
}
