#include <stdio.h>
static double *g(void) { double d[2] = {1, 2}; 
 return &d[1];
}
int main(void) { double *p = g(); printf("%f\n", *p); }
