#include <signal.h>
#include <stdio.h>
#include <setjmp.h>
#include <stdlib.h>
#include <errno.h>
static volatile sig_atomic_t hits, last; static jmp_buf env; static sigjmp_buf senv;
static void count(int s) { hits++; last = s; }
static void again(int s) { signal(s, again); hits++; }
static void jump(int s) { (void)s; siglongjmp(senv, 3); }
static void bye(void) { puts("bye"); }
static int risky(int n) { if (n < 0) longjmp(env, 2); return n * 2; }
static int guarded(volatile int n) { volatile int tries = 0; switch (setjmp(env)) { case 0: return risky(n); case 2: tries++; n = 4; return risky(n) + tries; default: return -1; } }
int main(void) { if (signal(SIGINT, count) == SIG_ERR) return 1; raise(SIGINT); raise(SIGINT); printf("%d %d\n", (int)hits, last == SIGINT); void (*old)(int) = signal(SIGINT, SIG_IGN); printf("%d\n", old == count); raise(SIGINT); signal(SIGTERM, again); raise(SIGTERM); raise(SIGTERM); printf("%d\n", (int)hits); if (sigsetjmp(senv, 1) == 0) { signal(SIGUSR1, jump); raise(SIGUSR1); puts("not here"); } else puts("jumped"); raise(SIGTERM); printf("%d %d\n", guarded(3), guarded(-1)); struct sigaction sa; sigemptyset(&sa.sa_mask); sa.sa_flags = SA_RESETHAND; sa.sa_handler = count; sigaction(SIGUSR2, &sa, NULL); raise(SIGUSR2); sigset_t set, oset; sigemptyset(&set); sigaddset(&set, SIGTERM); sigprocmask(SIG_BLOCK, &set, &oset); raise(SIGTERM); int before = hits; sigprocmask(SIG_SETMASK, &oset, NULL); printf("%d\n", (int)hits - before); errno = 0; strtol("99999999999999999999", NULL, 10); printf("%d\n", errno == ERANGE); atexit(bye); return 0; }
