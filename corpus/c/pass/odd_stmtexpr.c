/* A corner of the language, with what gcc prints as the expected output. */
#include <stdio.h>
#include <string.h>
#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define SWAP(a, b) ({ __typeof__(a) t_ = a; a = b; b = t_; (void)0; })
struct s { int a[4]; char *n; };
static struct s mk(int k) { return ({ struct s r = { .a = { k, k + 1 } }; r.n = "made"; r; }); }
static int find(const int *a, int n, int v) { for (int i = 0; i < n; i++) ({ if (a[i] == v) return i; i; }); return -1; }
int main(void) {
  int x = 3, y = 8; printf("%d %g\n", MAX(x++, y++), MAX(1.5, 2)); printf("%d %d\n", x, y); SWAP(x, y); printf("%d %d\n", x, y);
  int v = ({ int t = 0; for (int i = 0; i < 5; i++) { if (i == 3) continue; t += i; } t; }); printf("%d\n", v);
  printf("%d %s\n", mk(5).a[1], mk(6).n); printf("%d\n", find((int[]){ 4, 5, 6 }, 3, 6));
  int z = ({ int q = 1; ({ int q = 10; q += 5; q; }) + q; }); printf("%d\n", z);
  int w = ({ goto in; 1; in: 2; }); printf("%d\n", w);
  for (int i = 0; i < 10; i++) { if (({ if (i == 4) break; i % 2; })) printf("%d ", i); } puts("");
  int r = ({ switch (x) { case 9: y = 1; break; default: y = 2; } y * 3; }); printf("%d\n", r);
  const char *str = ({ static char buf[8]; strcpy(buf, "st"); buf; }); puts(str);
  int arr[({ 3; })]; arr[2] = 4; printf("%zu %d\n", sizeof arr / sizeof *arr, arr[2]);
  struct s *p = &(struct s){ .n = ({ "ptr"; }) }; puts(p->n); ({ puts("void"); }); int k = ({ ; 5; }); printf("%d\n", k + ({ int n = 4; while (n) n--; n; }));
  printf("%d\n", ({ int a = 1; a; }) ? ({ int b = 2; b; }) : ({ int c = 3; c; })); printf("%zu\n", sizeof({ char c = 1; c; }));
  double d = ({ float f = 1.5f; f; }) * ({ long l = 4; l; }); printf("%g\n", d);
  return ({ int e = 0; e; });
}
