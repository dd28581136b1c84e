/* TUF-UB-031 an argument of another size */
static int f(int n, int (*p)[n]) { return n + (p == 0); }
int main(void) {
  int a[4];
  return f(5, &a) == 0; /* HERE */
}
