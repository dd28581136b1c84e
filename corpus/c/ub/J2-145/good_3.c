#include <stdio.h>
#include <wchar.h>
int main(void) {
  wchar_t w[8];
  wprintf(L"%ls\n", L"wide");
  swprintf(w, 8, L"%d", 12);
  fputws(w, stdout);
  wprintf(L"%s\n", "narrow");
  return 0;
}
