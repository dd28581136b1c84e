/* TUF-UB-026 7.30.1p4 a number above those of wchar_t */
#include <stdio.h>
#include <wctype.h>
int main(void) {
  printf("%d\n", iswalpha((wint_t)0x80000005)); /* HERE */
  return 0;
}
