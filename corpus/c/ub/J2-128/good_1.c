#include <signal.h>
#include <stdio.h>
static void h(int s) { (void)s; }
static int data[4];
int main(void) {
  void (*f)(int) = h;
  signal(SIGINT, f);
  raise(SIGINT);
  printf("%d\n", data[0]);
  return 0;
}
