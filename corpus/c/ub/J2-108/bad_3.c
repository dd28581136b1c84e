/* TUF-UB-026 7.30.2.2.1p2 a class that wctype has not given */
#include <stdio.h>
#include <wctype.h>
int main(void) {
  wctype_t class = wctype("alpha") + 700;
  printf("%d\n", iswctype(L'a', class) != 0); /* HERE */
  return 0;
}
