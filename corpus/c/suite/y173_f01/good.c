#include <stdio.h>
int main(void) { FILE *f = tmpfile(); if (!f) return 0; fputs("abc\n", f);
 fflush(f);
 fclose(f); return 0; }
