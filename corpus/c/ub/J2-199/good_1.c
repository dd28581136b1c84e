#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>
int main(void) {
  setlocale(LC_ALL, "C.UTF-8");
  mbstate_t in, out;
  memset(&in, 0, sizeof in);
  memset(&out, 0, sizeof out);
  wchar_t w;
  char text[8];
  size_t n = mbrtowc(&w, "\xc3", 1, &in);
  size_t m = wcrtomb(text, L'a', &out);
  printf("%d %d\n", (int)n, (int)m);
  return 0;
}
