/* TUF-UB-026 7.29.6.3p3 the state of half a character, for a string */
#include <locale.h>
#include <stdio.h>
#include <wchar.h>
static mbstate_t both;
static size_t put(char *to, const wchar_t *w) { return wcsrtombs(to, &w, 8, &both); } /* HERE */
int main(void) {
  setlocale(LC_CTYPE, "C.UTF-8");
  wchar_t w;
  char text[8];
  mbrtowc(&w, "\xe2\x82", 2, &both);
  printf("%d\n", (int)put(text, L"ab"));
  return 0;
}
