/* TUF-UB-017 6.3.2.3p8 a handler that is an array */
#include <signal.h>
#include <stdio.h>
static void h(int s) { (void)s; }
static int data[4];
int main(void) {
  void (*f)(int) = h;
  f = (void (*)(int))(void *)data;
  signal(SIGINT, f);
  raise(SIGINT); /* HERE */
  printf("%d\n", data[0]);
  return 0;
}
