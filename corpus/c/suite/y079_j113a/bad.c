#include <stdio.h>
#include <ctype.h>
static int letters(const char *s) { int n = 0; for (; *s; s++)
  if (isalpha(*s)) n++;
  return n; }
int main(void) { printf("%d\n", letters("h\xc3\xa9")); }
