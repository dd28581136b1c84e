#include <stdio.h>
#include <wchar.h>
static int words(wchar_t *s, int skip) {
  wchar_t *rest;
  int n = 0;
  for (wchar_t *w = wcstok(s, L",", &rest); w != 0; w = wcstok(NULL, L",", &rest)) {
    n++;
    if (skip && rest)
      rest++;
  }
  return n;
}
int main(void) {
  wchar_t s[] = L"one,two,three";
  printf("%d\n", words(s, 0));
  return 0;
}
