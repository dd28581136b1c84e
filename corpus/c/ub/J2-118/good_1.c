#include <fenv.h>
#include <stdio.h>
int main(void) {
  fenv_t saved;
  feraiseexcept(FE_DIVBYZERO);
  feholdexcept(&saved);
  printf("%d", fetestexcept(FE_ALL_EXCEPT));
  feraiseexcept(FE_INVALID);
  feupdateenv(&saved);
  printf("%d%d\n", fetestexcept(FE_DIVBYZERO) != 0, fetestexcept(FE_INVALID) != 0);
  return 0;
}
