/* TUF-UB-031 --restrict the other way */
static int f(int *restrict p, int *restrict q) {
  q = p; /* HERE */
  return *q;
}
int main(void) {
  int x = 0, y = 1;
  return f(&x, &y);
}
