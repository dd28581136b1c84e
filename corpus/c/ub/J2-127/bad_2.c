/* TUF-UB-001/TUF-UB-031 7.13.2.1p3 a condition after the jump */
#include <setjmp.h>
static jmp_buf place;
static void again(void) { longjmp(place, 1); }
int main(void) {
  int tries = 1;
  if (setjmp(place)) if (tries == 2) /* HERE */
    return 0;
  tries = 2;
  again();
  return 1;
}
