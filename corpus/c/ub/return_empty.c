/* TUF-UB-031 a return without a value, and the value is passed on (C11 6.8.6.4p1, 6.9.1p12) */
static int find(const int *a, int n, int v) {
  for (int i = 0; i < n; i++)
    if (a[i] == v)
      return i;
  return;
}
static int twice(const int *a) { return find(a, 3, 7) * 2; /* HERE */ }
int main(void) {
  int a[3] = {1, 2, 3};
  twice(a);
  return 0;
}
