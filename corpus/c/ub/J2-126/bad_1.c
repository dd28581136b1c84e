/* TUF-UB-032 7.13.2.1p2 a place that was never filled */
#include <setjmp.h>
#include <string.h>
static jmp_buf place;
int main(void) {
  longjmp(place, 1); /* HERE */
}
