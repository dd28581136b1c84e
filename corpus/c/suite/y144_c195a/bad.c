#include <stdio.h>
#include <string.h>
static int len(void) {
  return -5;
}
int main(void) { char a[10] = "abcdefghi", b[10]; int n = len();
  if (n < 10) { strncpy(b, a, n); b[5] = 0; }
  puts(b); }
