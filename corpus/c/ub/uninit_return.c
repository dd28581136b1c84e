/* TUF-UB-031 a variable without a value is returned, and nobody looks at it (C11 6.3.2.1p2) */
static int get(void) {
  int x;
  return x; /* HERE */
}
int main(void) {
  get();
  return 0;
}
