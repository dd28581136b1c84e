#include <fenv.h>
#include <stdio.h>
int main(void) {
  fexcept_t f;
  feraiseexcept(FE_INVALID);
  fegetexceptflag(&f, FE_ALL_EXCEPT);
  feclearexcept(FE_ALL_EXCEPT);
  printf("%d", fetestexcept(FE_ALL_EXCEPT));
  fesetexceptflag(&f, FE_INVALID | FE_DIVBYZERO);
  printf("%d%d\n", fetestexcept(FE_INVALID) == FE_INVALID, fetestexcept(FE_DIVBYZERO));
  return 0;
}
