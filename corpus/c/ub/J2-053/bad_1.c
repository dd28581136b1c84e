/* TUF-UB-031 6.5.8p5 two locals by < */
int main(void) {
  int a, b;
  int *p = &a, *q = &b;
  return p < q ? 1 : 2; /* HERE */
}
