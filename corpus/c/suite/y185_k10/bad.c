#include <stdio.h>
#include <stdlib.h>
int main(void) { 
 div_t d = div(5, 0);
 printf("%d\n", d.quot); }
