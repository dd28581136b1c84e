/* TUF-UB-031 6.5.7p3 by the width */
int main(void) {
  unsigned x = 1;
  int n = 32;
  x = x << n; /* HERE */
  return 0;
}
