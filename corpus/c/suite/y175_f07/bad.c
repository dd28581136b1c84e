#include <stdio.h>
int main(void) { 
 char b[4];
 setvbuf(stdout, b, _IOFBF, 64);
 puts("x"); return 0; }
