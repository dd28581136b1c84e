#include <stdio.h>
#include <limits.h>
static int data = -1;
static void bad(void) { data = INT_MAX; }
static void good(void) { data = 2; }
int main(void) {
  bad(); (void)good;
  { int r = data + 1; printf("%d\n", r); }
  ++data; }
