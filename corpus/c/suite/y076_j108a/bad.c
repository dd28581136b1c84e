#include <stdio.h>
#include <string.h>
static size_t len(const char *s) { return strlen(s); }
int main(void) {
  const char *t[2] = {"a", 0};
  printf("%zu\n", len(t[1]));
}
