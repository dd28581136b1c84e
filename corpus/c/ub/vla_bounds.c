/* TUF-UB-007 an array of variable length is written beyond its end */
int main(void) {
  int n = 3;
  int a[n];
  for (int i = 0; i <= n; i++)
    a[i] = i; /* HERE */
  return a[0];
}
