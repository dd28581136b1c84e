/* TUF-UB-031 an array of variable length without elements (C11 6.7.6.2p5) */
static int sum(int n) {
  int a[n]; /* HERE */
  for (int i = 0; i < n; i++)
    a[i] = i;
  return n ? a[n - 1] : 0;
}
int main(void) { return sum(1) + sum(0); }
