#include <stdio.h>
static double *g(void) { double d[2] = {1, 2}; 
 static double e; e = d[1]; return &e;
}
int main(void) { double *p = g(); printf("%f\n", *p); }
