#include <fenv.h>
#include <stdio.h>
static fexcept_t saved;
int main(void) {
  fegetexceptflag(&saved, FE_DIVBYZERO);
  feraiseexcept(FE_DIVBYZERO | FE_INVALID);
  fesetexceptflag(&saved, FE_DIVBYZERO);
  printf("%d%d\n", fetestexcept(FE_DIVBYZERO), fetestexcept(FE_INVALID) != 0);
  return 0;
}
