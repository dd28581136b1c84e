#include <stdlib.h>
#include <stdio.h>
#include <string.h>
static char *rev(const char *s) { size_t n = strlen(s); char *r = malloc(n + 1); for (size_t i = 0; i < n; i++) r[i] = s[n - i - 1]; r[n] = 0;
  free(r);
  return r; }
int main(void) { char *p = rev("abc"); printf("%s\n", p);
}
