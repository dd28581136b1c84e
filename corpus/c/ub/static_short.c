/* TUF-UB-031 an argument with fewer elements than static n in the brackets says */
static int sum(int n, int v[static n]) {
  int s = 0;
  for (int i = 0; i < n - 2; i++)
    s += v[i];
  return s;
}
int main(void) {
  int a[4] = {1, 2, 3, 4};
  return sum(3, a + 2) == 0; /* HERE */
}
