#include <stdio.h>
#include <string.h>
#include <unistd.h>
static _Alignas(64) char area[4096];
struct s { int a; short b; char c[5]; unsigned f:5, g:11; double d; struct { long x, y; } in; };
struct big { long v[20]; };
typedef unsigned char byte;
static int sum(const int __seg_gs *p, int n) { int r = 0; for (int i = 0; i < n; i++) r += p[i]; return r; }
static struct s take(struct s v) { v.a++; return v; }
static struct s __seg_gs *where(long at) { return (struct s __seg_gs *)at; }
int main(void) {
  syscall(158, 0x1001, (unsigned long)area); /* arch_prctl(ARCH_SET_GS) */
  int __seg_gs *p = (int __seg_gs *)0x40;
  for (int i = 0; i < 8; i++) p[i] = i * i;
  p[3]++; printf("%d %d\n", sum(p, 8), ((int *)(area + 0x40))[5]);
  p++; printf("%d\n", *p);
  struct s __seg_gs *q = where(256);
  q->a = 5; q->b = -3; q->c[4] = 'x'; q->f = 30; q->g = 1000; q->d = 2.5; q->in.y = 1L << 40;
  q->f += 5; q->c[4]++; q->d *= 2; q->in.x = q->in.y - 1;
  struct s local = *q, *flat = (struct s *)(area + 256);
  printf("%d %d %c %u %u %g %ld %ld\n", local.a, local.b, local.c[4], local.f, local.g, local.d, local.in.x, local.in.y);
  printf("%d %d\n", !memcmp(&local.a, &flat->a, sizeof local.a), flat->f == local.f && flat->g == local.g && flat->d == local.d);
  local.a = 77; *q = local; printf("%d %d\n", flat->a, take(*q).a);
  struct big __seg_gs *b = (void __seg_gs *)1024;
  struct big one; for (int i = 0; i < 20; i++) one.v[i] = i; *b = one; b->v[7] *= 100;
  struct big two = *b; printf("%ld %ld %ld\n", two.v[7], two.v[19], ((long *)(area + 1024))[7]);
  byte __seg_gs *c = (byte __seg_gs *)b; printf("%d %d\n", c[8], c[58]);
  const volatile __seg_gs int *cv = (const volatile __seg_gs int *)0x44; printf("%d\n", *cv);
  int __seg_gs *__seg_gs *pp = (int __seg_gs *__seg_gs *)512; *pp = p; **pp = 99; printf("%d\n", *(int *)(area + 0x44));
  _Bool __seg_gs *flag = (_Bool __seg_gs *)2000; *flag = 7; printf("%d %d\n", *flag, area[2000]);
  float __seg_gs (*m)[3] = (float __seg_gs (*)[3])2048; m[1][2] = 1.5f; printf("%g %g\n", m[1][2], *(float *)(area + 2048 + 20));
  printf("%zu %zu %ld\n", sizeof *q, sizeof q, (long)(q + 1) - (long)q);
#if !defined __SEG_FS || !defined __SEG_GS
#error
#endif
  return 0;
}
