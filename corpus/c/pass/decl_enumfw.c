#include <stdio.h>
struct fwd; union ufw; enum e { E1 = -1, E2, E3 = E2 + 10, E4, BIG = 0x7fffffff, };
static int take(struct fwd *, enum e); extern struct fwd ext; struct fwd { int v; enum f { F1 = 'a', F2 } f; };
static int take(struct fwd *p, enum e e) { return p->v + e; }
struct fwd ext = { 3, F2 }; enum { SZ = sizeof(struct fwd), NEG = -2147483647 - 1, L = 1 ? 5 : 1 / 1 }; int arr[SZ];
extern int incomplete[]; int use(void) { return incomplete[1]; } int incomplete[3] = { 1, 2 }; int tent; int tent; int tent = 4; static int st; static int st; extern int st;
enum big { HUGE1 = 0x100000000, HUGE2 } ; enum un { U0, U1 };
int main(void) {
  struct fwd { char c; } inner = { 1 }; struct fwd2; enum un u = 0; u--;
  printf("%d %d %d %d %d %d\n", take(&ext, E4), ext.f, (int)sizeof arr, NEG, L, use()); printf("%d %d %d %d %d %d\n", tent, st, (int)sizeof inner, (int)sizeof(enum e), (int)sizeof(enum big), u > 0);
   printf("%ld\n", (long)HUGE2);
  { extern int tent; int st = 5; { extern int tent; printf("%d %d\n", tent, st); } }
  return sizeof(struct { int a; }) == 4 ? 0 : 1;
}
