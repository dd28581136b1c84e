#include <stdio.h>
#include <string.h>
int main(void) { char s[] = "hello"; char d[8] = ""; char *p = s, *q = d;
 while ((*q++ = *p++) != 0) ;
 puts(d); }
