/* TUF-UB-031 a signed overflow */
static int next(int x) { return x + 1; /* HERE */ }
int main(void) {
  int n = 0x7fffffff;
  if (next(n) > n) return 1;
  return 0;
}
