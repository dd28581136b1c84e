/* TUF-UB-031 6.5.7p4 into the sign */
int main(void) {
  int n = 31;
  int x = 1 << n; /* HERE */
  (void)x;
  return 0;
}
