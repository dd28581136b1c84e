/* TUF-UB-031 a row behind the last of an array in an array (C11 6.5.6p8) */
static int a[2][3][4];
static int get(int i, int j, int k) {
  return a[i][j][k]; /* HERE */
}
int main(void) { return get(0, 3, 1); }
