/* TUF-UB-031 the value of a variable on one of two paths (C11 6.3.2.1p2) */
static int f(int c) {
  int x, y;
  if (c)
    x = 1;
  y = x; /* HERE */
  return 0 * y;
}
int main(void) { return f(1) + f(0); }
