/* TUF-UB-031 --restrict two restrict parameters for overlapping arrays (C11 6.7.3.1p4, p8) */
static void copy(int n, int *restrict p, int *restrict q) {
  while (n-- > 0)
    *p++ = *q++; /* HERE */
}
int main(void) {
  int d[100] = {0};
  copy(50, d + 50, d);
  copy(50, d + 1, d);
  return d[0];
}
