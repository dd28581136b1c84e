/* TUF-UB-011 the struct is cleared */
#include <locale.h>
#include <string.h>
int main(void) {
  memset(localeconv(), 0, sizeof(struct lconv)); /* HERE */
  return 0;
}
