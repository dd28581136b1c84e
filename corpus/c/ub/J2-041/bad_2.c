/* TUF-UB-016 a comparison of ints is given to qsort */
#include <stdlib.h>
static int compare(const int *a, const int *b) { return *a - *b; }
int main(void) {
  int a[2] = {2, 1};
  int (*f)(const void *, const void *) = (int (*)(const void *, const void *))compare;
  return f(&a[0], &a[1]) < 0; /* HERE */
}
