/* TUF-UB-026 7.21.6.2p12 a character whose end lacks */
#include <locale.h>
#include <stdio.h>
#include <wchar.h>
static int one(const char *text, wchar_t *to) { return sscanf(text, "%2lc", to); } /* HERE */
int main(void) {
  wchar_t w[2] = {0, 0};
  setlocale(LC_CTYPE, "C.UTF-8");
  int n = one("a\xc3", w);
  printf("%d\n", n);
  return 0;
}
