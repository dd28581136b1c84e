/* TUF-UB-026 the object is zero */
#include <fenv.h>
#include <stdio.h>
static fexcept_t saved;
int main(void) {
  if (fetestexcept(FE_OVERFLOW))
    fegetexceptflag(&saved, FE_OVERFLOW);
  fesetexceptflag(&saved, FE_OVERFLOW); /* HERE */
  printf("%d\n", fetestexcept(FE_OVERFLOW));
  return 0;
}
