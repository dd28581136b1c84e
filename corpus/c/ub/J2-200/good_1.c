#include <stdio.h>
#include <wctype.h>
int main(void) {
  printf("%d\n", iswalpha(L'a') != 0);
  return 0;
}
