#include <fenv.h>
#include <stdio.h>
int main(void) {
  fenv_t saved;
  fegetenv(&saved);
  feraiseexcept(FE_INVALID);
  fesetenv(&saved);
  printf("%d", fetestexcept(FE_INVALID));
  feraiseexcept(FE_INVALID);
  fesetenv(FE_DFL_ENV);
  printf("%d\n", fetestexcept(FE_INVALID));
  return 0;
}
