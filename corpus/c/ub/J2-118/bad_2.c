/* TUF-UB-026 the environment was overwritten */
#include <fenv.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  fenv_t saved;
  feholdexcept(&saved);
  memset(&saved, 0, sizeof saved);
  feupdateenv(&saved); /* HERE */
  printf("%d\n", fetestexcept(FE_INVALID));
  return 0;
}
