#include <stdio.h>
int main(void) {
 fflush(stdout); fflush(NULL);
 return 0; }
