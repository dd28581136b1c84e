/* TUF-UB-031 6.5.6p9 the distance of two locals */
int main(void) {
  int a, b;
  long n = &a - &b; /* HERE */
  (void)n;
  return 0;
}
