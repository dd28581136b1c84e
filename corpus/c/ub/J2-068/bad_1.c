/* TUF-UB-031 --restrict two restrict parameters for one object */
static int f(int *restrict p, int *restrict q) {
  *p = 1;
  *q = 2; /* HERE */
  return *p;
}
int main(void) {
  int x;
  return f(&x, &x) == 3;
}
