#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *mk(int bad) { return malloc(bad ? 10 : 11); }
int main(void) {
  char *(*f)(int) = mk;
  char *d = f(0);
  if (!d) exit(1);
  char src[11] = "AAAAAAAAAA";
  for (size_t i = 0; i < strlen(src) + 1; i++) d[i] = src[i];
  puts(d); free(d);
}
