/* TUF-UB-001 a signed overflow decides where control goes */
static int next(int x) { return x + 1; /* HERE */ }
int main(void) {
  int n = 0x7fffffff;
  if (next(n) > n) return 1;
  return 0;
}
