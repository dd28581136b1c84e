#include <stdio.h>
#include <signal.h>
static volatile sig_atomic_t n;
static void h2(int s) { (void)s; n++; }
static void h(int s) { (void)s; n++;
  raise(SIGUSR1);
}
int main(void) { signal(SIGINT, h); signal(SIGUSR1, h2); raise(SIGINT); printf("%d\n", (int)n); }
