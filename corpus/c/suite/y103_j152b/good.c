#include <stdio.h>
static void log2(const char *fmt, int a, double b) { printf(fmt, a, b); }
int main(void) {
  log2("%d %g\n", 1, 2.0);
}
