/* TUF-UB-032 the function that called setjmp has returned */
#include <setjmp.h>

static jmp_buf place;

static int here(void) { if (setjmp(place)) return 1; return 0; }

int main(void) {
  if (here() == 0)
    longjmp(place, 1); /* HERE */
  return 0;
}
