/* 2-D arrays: an edit distance table of ints, a flood of a maze of chars, and prefix sums, with index arithmetic. */
#define DEFAULT_N 10
#include "harness.h"
#include <string.h>

#define W 96
#define H 64
static int cost[H + 1][W + 1], total[H][W];
static char maze[H][W];
static short queue[W * H][2];

static int min3(int a, int b, int c) { return a < b ? (a < c ? a : c) : (b < c ? b : c); }

static int distance(const char *a, int m, const char *b, int n) {
  for (int i = 0; i <= m; i++) cost[i][0] = i;
  for (int j = 0; j <= n; j++) cost[0][j] = j;
  for (int i = 1; i <= m; i++)
    for (int j = 1; j <= n; j++)
      cost[i][j] = min3(cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
  return cost[m][n];
}

static int flood(int row, int col) {
  static const int step[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
  int head = 0, tail = 0;
  queue[tail][0] = (short)row; queue[tail++][1] = (short)col;
  maze[row][col] = '*';
  while (head < tail) {
    int r = queue[head][0], c = queue[head++][1];
    for (int k = 0; k < 4; k++) {
      int y = r + step[k][0], x = c + step[k][1];
      if (y < 0 || y >= H || x < 0 || x >= W || maze[y][x] != '.') continue;
      maze[y][x] = '*';
      queue[tail][0] = (short)y; queue[tail++][1] = (short)x;
    }
  }
  return tail;
}

static NOINLINE u64 kernel(u32 n) {
  u64 sum = 0;
  u32 seed = 5;
  for (u32 r = 0; r < n; r++) {
    for (int i = 0; i < H; i++)
      for (int j = 0; j < W; j++) {
        seed = seed * 1664525u + 1013904223u;
        maze[i][j] = (seed >> 24) % 3 ? '.' : '#';
      }
    sum += (u64)distance(maze[0], W / 2, maze[1], W) * 7;
    for (int i = 0; i < H; i++)
      for (int j = 0; j < W; j++)
        total[i][j] = (maze[i][j] == '#') + (i ? total[i - 1][j] : 0) + (j ? total[i][j - 1] : 0) - (i && j ? total[i - 1][j - 1] : 0);
    sum = sum * 31 + (u64)total[H - 1][W - 1] + (u64)flood(H / 2, W / 2);
  }
  return sum;
}
