#include <locale.h>
#include <stdio.h>
#include <wchar.h>
static int one(const char *text, wchar_t *to) { return sscanf(text, "%2lc", to); }
int main(void) {
  wchar_t w[2] = {0, 0};
  setlocale(LC_CTYPE, "C.UTF-8");
  int n = one("ab", w);
  printf("%d\n", n);
  return 0;
}
