/* Accesses of _Atomic objects are atomic, compound assignments too (C11 6.2.6.1p9, 6.5.16.2p3). */
#include <stdatomic.h>
#include <stdio.h>
#include <threads.h>
_Atomic int a; int _Atomic b; _Atomic(long) c; atomic_bool fl; _Atomic double d; _Atomic unsigned char uc; _Atomic(int *) ip; const _Atomic int k = 3;
struct s { _Atomic int x[3]; volatile atomic_uint u; };
static struct s s;
int arr[4];
static int work(void *p) { (void)p; for (int i = 0; i < 50; i++) { a++; b += 2; --c; __atomic_thread_fence(5); s.x[1]++; uc += 3; s.u -= 1; } return 0; }
int f(_Atomic int *p, atomic_int *q) { *p = 5; *q += *p; return (*p)++ + --*q; }
int main(void) {
  thrd_t t[3];
  for (int i = 0; i < 3; i++) thrd_create(&t[i], work, 0);
  for (int i = 0; i < 3; i++) thrd_join(t[i], 0);
  ip = arr; ip++; *ip = 7; fl = 5; 
  _Atomic int l = 3; l *= 4; l <<= 1; l /= 5; l %= 3;
  int r = f(&a, &b);
  printf("%d %d %ld %g %d %d %u %d %d %d %d %d\n", a, b, c, d, s.x[1], uc, s.u, arr[1], fl, l, r, k);
  printf("%d %d\n", (int)sizeof a, (int)_Alignof(_Atomic long)); 
  return _Generic(a, int: 0, default: 1);
}
