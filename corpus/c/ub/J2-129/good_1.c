#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
static jmp_buf back;
static void leave(int n) {
  longjmp(back, n);
}
int main(void) {
  signal(SIGFPE, leave);
  switch (setjmp(back)) {
  case 0:
    raise(SIGFPE);
  case SIGFPE:
    puts("1");
  }
  return 0;
}
