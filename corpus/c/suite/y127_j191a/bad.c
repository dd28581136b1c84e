#include <stdio.h>
#include <string.h>
static void copy(void *d, const void *s, size_t n) { memcpy(d, s, n); }
int main(void) {
  char b[4] = "";
  copy(b, NULL, 0);
  puts("k");
}
