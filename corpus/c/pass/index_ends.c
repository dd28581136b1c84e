/* Rows of arrays in arrays: the end of the rows is an address only. */
#include <stdio.h>
static int a[2][3][4];
static struct board { char cells[3][4]; int n; } b;
int main(void) {
  int n = 0;
  for (int i = 0; i < 2; i++)
    for (int(*r)[4] = a[i]; r != &a[i][3]; r++)
      n += ++(*r)[i];
  for (int i = 0; i < 2; i++)
    for (int(*r)[4] = a[i]; r < a[i] + 3; r++)
      n += ++(*r)[i];
  int(*end)[4] = &a[0][3];
  n += end - a[0];
  n += sizeof a[0][3][1];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 4; k++)
        n += a[i][j][k] + *a[i][j] + (a[i][j])[k];
  for (char(*r)[4] = b.cells; r < &b.cells[3]; r++)
    n += ++(*r)[3];
  char *last = &b.cells[2][4];
  printf("%d %d\n", n, (int)(last - b.cells[2]));
  return 0;
}
