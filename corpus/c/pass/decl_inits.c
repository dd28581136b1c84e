#include <stdio.h>
struct p { int x, y; }; struct l { struct p a[2]; char n[4]; };
char full[3] = "abc", zero[5] = "ab", br[] = {"xyz"}, two[2][3] = {"ab", {'c', 'd'}}, par[] = ("pq");
struct l ls[] = { [1] = { .a[1].y = 5, .n = "four", .a[0] = { 1 } }, { { {7, 8}, 9, 10 }, "x" } };
int a[] = { 1, [5] = 6, 7, [2] = 3, 4, };
int m[][2] = { 1, 2, 3, { 4 }, [4][1] = 9 };
struct p *gp = &(struct p){ 3, 4 }; int *ga = (int[]){ 1, 2, 3 } + 1; char (*gs)[3] = &(char[3]){"yz"};
union { int i; double d; char c[8]; } un = { .d = 1.5 }, uc = { .c = "hi" };
const char *names[] = { [2] = "two", [0] = "zero" };
int scalar = { 5 }, *np = { 0 };
int main(void) {
  struct p q = { .y = 1, .x = 2, .y = 3 }, r = q, arr[2] = { q, { 9 } };
  struct l n = { { [1] = q }, .n = { 'a', [3] = 'd' } }, c = ls[2];
  printf("%.3s %s %s %c%c%c %d %s\n", full, zero, br, two[0][1], two[1][0], two[1][1], (int)sizeof br, par);
  printf("%d %d %d %.4s %d %d %d\n", (int)(sizeof ls / sizeof *ls), ls[1].a[1].y, ls[1].a[0].x, ls[1].n, ls[2].a[1].x, ls[2].a[1].y, c.n[0]);
  for (unsigned i = 0; i < sizeof a / sizeof *a; i++) printf("%d ", a[i]);
  for (unsigned i = 0; i < sizeof m / sizeof *m; i++) printf("%d,%d ", m[i][0], m[i][1]);
  printf("\n%d %d %s %g %s %s %d %d\n", gp->y, *ga, *gs, un.d, uc.c, names[2], names[1] == 0, scalar + !np);
  printf("%d %d %d %d %d %d\n", q.x, q.y, r.y, arr[1].x + arr[0].x, n.a[1].y, n.n[3] + n.n[1]);
  return 0;
}
