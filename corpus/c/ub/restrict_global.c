/* TUF-UB-031 --restrict an object is modified through a restrict parameter and read by its name (C11 6.7.3.1p4) */
static int total;
static int add(int *restrict to, const int *a, int n) {
  for (int i = 0; i < n; i++)
    *to += a[i];
  return total; /* HERE */
}
int main(void) {
  int a[2] = {1, 2}, other = 0;
  int s = add(&other, a, 2);
  return s + add(&total, a, 2);
}
