#include <stdio.h>
static int close_all(FILE **v, int n) { int r = 0; for (int i = 0; i < n; i++) r |= fclose(v[i]); return r; }
int main(void) {
  FILE *f = tmpfile(), *g = tmpfile(); if (!f || !g) return 0;
  FILE *v[2] = {f, g};
  return close_all(v, 2);
}
