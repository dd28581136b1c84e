#include <stdio.h>
int main(void) { 
 char b[4];
 static char big[64]; setvbuf(stdout, big, _IOFBF, 64); b[0] = 0;
 puts("x"); return 0; }
