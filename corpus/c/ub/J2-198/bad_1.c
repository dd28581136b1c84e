/* TUF-UB-026 7.29.4.5.7p2 another pointer */
#include <stdio.h>
#include <wchar.h>
int main(void) {
  wchar_t s[] = L"a b c", *rest, *wrong = s + 1;
  wcstok(s, L" ", &rest);
  wchar_t *t = wcstok(NULL, L" ", &wrong); /* HERE */
  printf("%d\n", t != 0);
  return 0;
}
