#include <setjmp.h>
#include <stdio.h>
static jmp_buf place;
_Noreturn static void stop(void) { longjmp(place, 1); }
int main(void) {
  if (setjmp(place) == 0)
    stop();
  puts("back");
  return 0;
}
