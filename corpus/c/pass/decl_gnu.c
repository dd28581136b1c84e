#include <stdio.h>
#define MAX(a, b) ({ __auto_type x_ = (a); __auto_type y_ = (b); x_ > y_ ? x_ : y_; })
static int cls(int c) { switch (c) { case 'a' ... 'z': return 1; case 'A' ... 'Z': return 2; case -5 ... -1: return 3; case 0: return 4; default: return 0; } }
static int interp(const unsigned char *p) {
  static void *const tab[] = { &&inc, &&dbl, &&end }; static const short off[] = { &&inc - &&inc, &&dbl - &&inc };
  int v = 1; (void)off; goto *tab[*p++];
inc: v++; goto *tab[*p++];
dbl: v *= 2; goto *tab[*p++];
end: return v;
}
static __attribute__((noinline, unused)) int at1(int x __attribute__((unused))) { return x; }
int __attribute__((const)) at2(int), at3(int) __attribute__((pure));
int at2(int x) { return x + 1; } int at3(int x) { return x + 2; }
struct __attribute__((packed)) pk { char c; int i; }; struct pk2 { char c; int i __attribute__((packed)); int j; };
typedef int v4 __attribute__((vector_size(16))); int al __attribute__((aligned(64)));
_Noreturn void die(void); _Alignas(32) char buf[3]; int local_labels(int n) { __label__ out; if (n) goto out; return 1; out: return 2; }
int main(void) {
  __typeof__(int *) p, q; int x = 5; p = q = &x; typeof(x) y = 6; const typeof(x + 1.0) z = 7; __typeof__(p[0]) w[2] = { 1, 2 };
  printf("%d %g %d %d %d %d\n", MAX(x, y), MAX(2.5, z), cls('q') + cls('Q') * 10 + cls(-3) * 100 + cls(0) * 1000 + cls('?'), interp((unsigned char[]){ 0, 1, 1, 2 }), *p + *q, w[1]);
  printf("%d %d %d %d %d\n", at1(1), at2(1), at3(1), (int)sizeof(struct pk), (int)sizeof(struct pk2));
  printf("%d %d %d %d %d\n", (int)_Alignof(al), (int)((unsigned long)&al % 64), (int)((unsigned long)buf % 32), (int)_Alignof(struct pk), local_labels(1));
  v4 v = { 1, 2, 3, 4 }; v = v * v + 1; printf("%d %d\n", v[3], (x ?: 9) + (0 ?: 8));
  int arr[x]; for (int i = 0; i < x; i++) arr[i] = i; printf("%d %d\n", (int)sizeof arr, ({ int s = 0; for (int i = 0; i < x; i++) s += arr[i]; s; }));
  printf("%d %d\n", __builtin_types_compatible_p(typeof(x), int), (int)sizeof(void) + (int)sizeof(main));
  switch (x) { int never; case 5: never = 3; printf("%d\n", never); }
  if (({ x++; x; }) == 6) ; else printf("no\n");
  do ; while (0); for (;;) break; ; { } lab: ; goto end; end: return 0;
}
