#include <stdio.h>
static int grid[3][4];
static int at(int r, int c) { return grid[r][c]; }
int main(void) {
  printf("%d\n", at(1, 4));
}
