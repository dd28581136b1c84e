#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
static jmp_buf back;
static void leave(int n) {
  longjmp(back, n);
}
int main(void) {
  signal(SIGFPE, leave);
  int n = setjmp(back);
  if (n == 0)
    raise(SIGFPE);
  printf("%d\n", n == SIGFPE);
  return 0;
}
