#include <stdio.h>
int main(void) { FILE *f = tmpfile(); if (!f) return 0; fputs("abc\n", f);
 char b[64]; setvbuf(f, b, _IOFBF, 64);
 fclose(f); return 0; }
