#include <stdio.h>
#include <limits.h>
static int data = -1;
static void bad(void) { data = INT_MAX; }
static void good(void) { data = 2; }
int main(void) {
  good(); (void)bad;
  { int r = data + 1; printf("%d\n", r); }
  ++data; }
