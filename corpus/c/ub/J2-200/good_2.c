#include <stdio.h>
#include <wctype.h>
static int upper(const int *codes, int n) {
  int k = 0;
  for (int i = 0; i < n; i++)
    k += towupper(codes[i]) != (wint_t)codes[i];
  return k;
}
int main(void) {
  int codes[] = {'a', -1, 'b'};
  printf("%d\n", upper(codes, 3));
  return 0;
}
