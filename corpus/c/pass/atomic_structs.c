/* Atomic structs of any size, floating numbers and what else no instruction accesses as a whole (C11 6.2.6.1p9, 7.17.7). */
#include <stdio.h>
#include <stdatomic.h>
#include <pthread.h>
struct s { int a, b; };
struct big { long v[5]; char *p; };
struct odd { char c; int *p; };
_Atomic struct s g;
_Atomic struct big gb;
static _Atomic struct odd go;
_Atomic double gd = 1.5;
static void *run(void *arg) {
  for (int i = 0; i < 50; i++) {
    struct s old = atomic_load(&g), new;
    do { new.a = old.a + 1; new.b = old.b - 1; } while (!atomic_compare_exchange_weak(&g, &old, new));
    struct big b = atomic_load(&gb), c;
    do { c = b; for (int k = 0; k < 5; k++) c.v[k] += k; c.p = "x"; } while (!atomic_compare_exchange_strong_explicit(&gb, &b, c, memory_order_acq_rel, memory_order_relaxed));
  }
  return arg;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  struct s x = g; struct big y = atomic_load_explicit(&gb, memory_order_acquire);
  printf("%d %d %ld %ld %s\n", x.a, x.b, y.v[1], y.v[4], y.p);
  int k = 3;
  atomic_init(&go, ((struct odd){ 'c', &k }));
  struct odd o = atomic_exchange(&go, ((struct odd){ 'd', 0 }));
  printf("%c %d\n", o.c, *o.p); o = atomic_load(&go); printf("%c\n", o.c);
  g = (struct s){ 8, 9 }; x = g;
  struct s r = (g = x);
  printf("%d %d %d\n", x.a, x.b, r.a);
  double d = atomic_load(&gd); atomic_store(&gd, d + 1);
  double e = atomic_exchange(&gd, 7); _Bool ok = atomic_compare_exchange_strong(&gd, &e, 1.0);
  printf("%g %g %d %g\n", d, e, ok, gd);
  struct s want = atomic_load(&g), next = {10, 11};
  ok = atomic_compare_exchange_strong(&g, &want, next);
  printf("%d %d\n", ok, atomic_compare_exchange_strong(&g, &want, x));
  printf("%d %d\n", want.a, want.b);
  _Atomic long double l = 1.25L;
  _Atomic __int128 w = 1;
  _Atomic double _Complex z = 2.0;
  l = l + 1; l += 2;
  w <<= 100; w++;
  long double m = atomic_load(&l);
  __int128 n = atomic_exchange(&w, 5);
  double _Complex y2 = z;
  printf("%Lg %d %d %d %g\n", m, (int)(n >> 100), (int)n, (int)w, __real__ y2);
  return 0;
}
