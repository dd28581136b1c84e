#include <stdio.h>
typedef int mat[2][2];
static int trace(mat *m, int k) { int s = 0; for (int i = 0; i < 2; i++) s += m[k][i][i]; return s; }
int main(void) {
  mat ms[2] = {{{1, 0}, {0, 1}}, {{2, 0}, {0, 2}}};
  printf("%d\n", trace(ms, 2));
}
