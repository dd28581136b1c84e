/* TUF-UB-031 --restrict a pointer without restrict reads what is written through one that has it (C11 6.7.3.1p4) */
static void scale(int n, int *restrict p, const int *k) {
  for (int i = 0; i < n; i++) {
    int *e = p + i;
    *e *= *k; /* HERE */
  }
}
int main(void) {
  int a[3] = {2, 3, 4};
  scale(3, a, a);
  return 0;
}
