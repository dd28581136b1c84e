/* TUF-UB-031 6.5.7p3 by a negative number */
int main(void) {
  long x = 8;
  int n = -1;
  x = x >> n; /* HERE */
  return 0;
}
