/* Sets of signals, sigaction and sigprocmask. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <errno.h>
#include <stdlib.h>
static volatile sig_atomic_t count, last, code;
static void plain(int n) { count++; last = n; }
static void told(int n, siginfo_t *i, void *c) { (void)c; count += 10; last = n; code = i->si_signo; if (count < 40) raise(n); }
int main(void) {
  sigset_t s, old, p;
  struct sigaction a, was;
  memset(&a, 0, sizeof a);
  int r = sigemptyset(&s);
  printf("%d %d", r, sigismember(&s, SIGUSR1));
  r = sigaddset(&s, SIGUSR1);
  printf(" %d %d", r, sigismember(&s, SIGUSR1));
  r = sigdelset(&s, SIGUSR1);
  printf(" %d %d", r, sigismember(&s, SIGUSR1));
  r = sigfillset(&s);
  printf(" %d %d", r, sigismember(&s, SIGUSR2));
  r = sigaddset(&s, 99);
  printf(" %d %d\n", r, errno == EINVAL);
  a.sa_handler = plain;
  sigemptyset(&a.sa_mask);
  printf("%d\n", sigaction(SIGUSR1, &a, &was));
  printf("%d\n", was.sa_handler == SIG_DFL);
  raise(SIGUSR1);
  printf("%d %d\n", (int)count, (int)last);
  sigemptyset(&s); sigaddset(&s, SIGUSR1);
  r = sigprocmask(SIG_BLOCK, &s, &old);
  printf("%d %d\n", r, sigismember(&old, SIGUSR1));
  raise(SIGUSR1); raise(SIGUSR1);
  sigpending(&p);
  printf("%d %d\n", (int)count, sigismember(&p, SIGUSR1));
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  printf("%d\n", (int)count);
  a.sa_sigaction = told; a.sa_flags = SA_SIGINFO | SA_RESETHAND;
  sigaction(SIGUSR2, &a, NULL);
  count = 50;
  raise(SIGUSR2);
  sigaction(SIGUSR2, NULL, &was);
  printf("%d %d %d %d\n", (int)count, (int)last, (int)code, was.sa_handler == SIG_DFL);
  count = 0; a.sa_flags = SA_SIGINFO;
  sigaction(SIGUSR2, &a, NULL);
  raise(SIGUSR2);
  printf("%d\n", (int)count);
  r = sigaction(SIGKILL, &a, NULL);
  printf("%d %d\n", r, errno == EINVAL);
  return 0;
}
