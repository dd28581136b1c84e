#include <stdio.h>
#define GLOG(fmt, args...) printf(fmt "\n", ##args)
#define OLD(fmt, ...) printf(fmt "\n", ##__VA_ARGS__)
#define COUNT(...) COUNT_(__VA_ARGS__, 5, 4, 3, 2, 1)
#define COUNT_(a, b, c, d, e, n, ...) n
typedef struct { int a, b; } S;
static int f(int n, ...) { return n; }
int main(void) {
  GLOG("none"); GLOG("%d %d", 1, 2); OLD("none"); OLD("%s", "x");
  S s = {1, 2};
  printf("%d %d %d %d\n", s.b, f(1), f(1, 2), COUNT(x, y, z));
  return 0;
}
