#include <stdio.h>
#include <stdlib.h>

/* Types of functions that are compatible (C11 6.7.6.3p15), and calls without a prototype that fit (6.5.2.2p6). */
enum color { RED, BLUE };
typedef int number;
typedef struct point { int x, y; } point;

static int area(const int n, int a[4]) { return n * a[1]; }
static int shade(unsigned c) { return c; }
static number norm(struct point *p) { return p->x + p->y; }
static long old(a, c, p) long a; char c; char *p; { return a + c + *p; }
static int none() { return 7; }
static int many(int n, ...) { return n; }
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int rows(int m[][3]) { return m[1][2]; }
static int apply(int (*f)(int), int x) { return f(x); }
static int twice(int x) { return 2 * x; }

int main(void) {
  int a[4] = {3, 1, 2, 5}, m[2][3] = {{0}, {1, 2, 3}};
  point p = {1, 2};
  int (*f)(int, int *) = area;
  int (*g)(enum color) = shade; /* an enumeration is compatible with its integer type (6.7.2.2p4) */
  int (*h)(point *) = norm;
  int (*k)(void) = none;
  int (*u)() = twice;
  int (*v)(int, ...) = many;
  int (*w)(int (*)[3]) = rows;
  void *back = (void *)twice; /* converted and back (6.3.2.3p8) */
  int (*x)(long) = (int (*)(long))twice;
  int (*y)(int) = (int (*)(int))x;
  unsigned char c = 'a';
  qsort(a, 4, sizeof *a, compare);
  printf("%d %d %d %d %d %d %d\n", f(2, a), g(BLUE), h(&p), k(), u(4), v(2, 1.5), w(m));
  printf("%ld %d %d %d\n", old(1UL, 'b', &c), apply(y, 4), ((int (*)(int))back)(3), a[0]);
  return 0;
}
