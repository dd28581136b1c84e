#include <stdio.h>
int main(void) {
 fflush(stdin);
 return 0; }
