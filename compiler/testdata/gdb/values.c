#include <stdio.h>
#include <stdlib.h>
typedef struct point { int x, y; struct point *next; } point;
enum color { RED, GREEN = 5, BLUE = -1 };
union u { int i; float f; unsigned char b[4]; };
struct bits { unsigned a : 3; int b : 5; long long c : 40; };
static int counter = 7;
double global[3] = {1.5, 2.5, 3.5};
const char *text = "hello";
static int compare(const void *a, const void *b) {
  const int *x = a, *y = b;
  counter++;
  return *x - *y;
}
int twice(int n, double d, point p) {
  static long calls = 100;
  int local = n * 2;
  calls++;
  {
    char local = 'q';
    short deep = -3;
    counter += local + deep;
  }
  for (int i = 0; i < 2; i++) {
    unsigned char local = i + 200;
    counter += local;
  }
  return local + (int)d + p.x;
}
int main(int argc, char **argv) {
  int v[5] = {5, 3, 1, 4, 2};
  enum color c = GREEN;
  union u u = {.f = 1.0f};
  struct bits bits = {5, -7, 1LL << 38};
  _Bool flag = 1;
  __int128 wide = (__int128)1 << 100;
  double _Complex z = 1.0 + 2.0i;
  int (*fp)(int, double, point) = twice;
  point q = {1, 2, 0}, *pq = &q;
  float f = 2.5f;
  unsigned long ul = 123456789012UL;
  q.next = pq;
  counter += fp(3, 4.5, q);
  qsort(v, 5, sizeof v[0], compare);
  printf("%d %d %d\n", counter, v[0], (int)flag + c + u.i + bits.a + (int)wide + (int)__real__ z + (int)f + (int)ul);
  return 0;
}
