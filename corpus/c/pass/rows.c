/* Loops over rows whose place is computed outside of the innermost loop: fills, copies and values that are carried along. */
#include <stdio.h>
#include <string.h>

static long cube[4][4][5], other[4][4][5];
static int grid[6][9];

static void fill(int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < 5; k++)
        cube[i][j][k] = 0;
}

static void copy(int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < 5; k++)
        other[i][j][k] = cube[i][j][k];
}

static void carry(int n) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 8; k++)
      grid[i][k + 1] = grid[i][k] * 3 + 1;
}

/* The same in one object, which is filled with what is not 0 before. */
static unsigned long local(int n) {
  long l[4][4][5];
  unsigned long s = 0;
  memset(l, 1, sizeof l);
  for (int i = 0; i <= n; i++)
    for (int j = 0; j < 4; j++)
      for (int k = 0; k < 5; k++)
        l[i][j][k] = 0;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      for (int k = 0; k < 5; k++)
        s = s * 31 + (unsigned long)l[i][j][k] % 1000;
  return s;
}

static volatile int one = 1;

int main(void) {
  int argc = one;
  long s = 0;
  memset(cube, 1, sizeof cube);
  for (int i = 0; i < 6; i++) grid[i][0] = i;
  fill(argc + 1, argc + 2);
  copy(argc + 2, argc + 1);
  carry(argc + 4);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      for (int k = 0; k < 5; k++)
        s += (cube[i][j][k] != 0) * (i * 100 + j * 10 + k) + (other[i][j][k] != 0) * (i * 7 + j * 5 + k * 3);
  for (int i = 0; i < 6; i++)
    for (int k = 0; k < 9; k++) s = (s * 7 + grid[i][k]) % 1000003;
  printf("%ld %d\n", s, local(argc) % 1000003 != 0);
  return 0;
}
