#include <stdio.h>
#include <wchar.h>
int main(void) {
  wchar_t s[] = L"a b c", *rest, *wrong = s + 1;
  wcstok(s, L" ", &rest);
  wchar_t *t = wcstok(NULL, L" ", &rest);
  (void)wrong;
  printf("%d\n", t != 0);
  return 0;
}
