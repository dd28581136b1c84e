/* TUF-UB-031 a function returns that is declared with _Noreturn (C11 6.7.4p8) */
#include <stdlib.h>
static _Noreturn void stop(int code) {
  if (code)
    exit(code);
} /* HERE */
int main(void) { stop(0); }
