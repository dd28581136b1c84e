/* TUF-UB-031 a column that lies in the next row */
int main(void) {
  int m[4][5] = {{0}}, j = 7;
  return m[1][j]; /* HERE */
}
