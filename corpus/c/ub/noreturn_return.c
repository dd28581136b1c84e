/* TUF-UB-031 a return in a function that is declared with _Noreturn (C11 6.7.4p8) */
#include <stdlib.h>
_Noreturn static void stop(int code) {
  if (!code)
    return; /* HERE */
  exit(code);
}
int main(void) { stop(0); }
