/* TUF-UB-031 an index behind a row, within the matrix (C11 6.5.6p8, J.2: a[1][7]) */
static int m[4][5];
static int get(int i, int j) { return m[i][j]; /* HERE */ }
int main(void) {
  int s = get(3, 4);
  return s + get(1, 7);
}
