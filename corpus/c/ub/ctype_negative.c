/* TUF-UB-026 a negative char, where the C library has a macro */
#include <ctype.h>
int main(void) {
  const char *s = "caf\xe9";
  int n = 0;
  for (; *s; s++)
    n += isalpha(*s) != 0; /* HERE */
  return n;
}
