#include <stdio.h>
#include <string.h>
int main(void) { char *env[2] = {"A=1", 0}; char b[6];
 sprintf(b, "%s;", env[0]);
 puts(b); }
