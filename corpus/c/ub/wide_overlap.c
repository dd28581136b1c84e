/* TUF-UB-018 a wide string is copied onto itself, moved */
#include <wchar.h>
int main(void) {
  wchar_t b[8] = L"abcd";
  wcscpy(b + 1, b); /* HERE */
  return b[1];
}
