#include <stdio.h>
#include <stdint.h>
static void sink(int64_t *p) { --*p; printf("%ld\n", (long)*p); }
int main(void) { int64_t d;
  d = -2;
  sink(&d); }
