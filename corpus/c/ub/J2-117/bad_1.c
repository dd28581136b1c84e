/* TUF-UB-026 flags are set that the object was not made for */
#include <fenv.h>
#include <stdio.h>
int main(void) {
  fexcept_t f;
  fegetexceptflag(&f, FE_INVALID);
  feclearexcept(FE_ALL_EXCEPT);
  fesetexceptflag(&f, FE_INVALID | FE_DIVBYZERO); /* HERE */
  printf("%d\n", fetestexcept(FE_INVALID));
  return 0;
}
