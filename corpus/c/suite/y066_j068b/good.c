#include <stdio.h>
struct job { int *restrict dst; int *restrict src; int n; };
static void run(struct job j) { for (int i = 0; i < j.n; i++) j.dst[i] = j.src[i] + 1; }
int main(void) {
  int b[6] = {1, 2, 3, 4, 5, 6};
  struct job j = {b + 3, b, 3};
  run(j); printf("%d\n", b[3]);
}
