/* TUF-UB-026 nothing has filled the environment */
#include <fenv.h>
#include <stdio.h>
static fenv_t saved;
int main(void) {
  fesetenv(&saved); /* HERE */
  printf("%d\n", fegetround() == FE_TONEAREST);
  return 0;
}
