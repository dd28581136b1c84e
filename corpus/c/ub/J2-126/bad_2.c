/* TUF-UB-032 7.13.2.1p2 the function has returned */
#include <setjmp.h>
static jmp_buf place;
static int save(void) { if (setjmp(place)) return 1; return 0; }
int main(void) {
  if (save() == 0)
    longjmp(place, 1); /* HERE */
  return 0;
}
