/* TUF-UB-026 7.30.1p4 a negative number that is not WEOF */
#include <stdio.h>
#include <wctype.h>
static int upper(const int *codes, int n) {
  int k = 0;
  for (int i = 0; i < n; i++)
    k += towupper(codes[i]) != (wint_t)codes[i]; /* HERE */
  return k;
}
int main(void) {
  int codes[] = {'a', -2, 'b'};
  printf("%d\n", upper(codes, 3));
  return 0;
}
