/* TUF-UB-007 a wide string has no zero */
#include <wchar.h>
int main(void) {
  wchar_t b[2] = {'a', 'b'};
  return wcslen(b); /* HERE */
}
