/* TUF-UB-031 6.5.5p5 a remainder by zero */
int main(void) {
  unsigned x = 7, n = 0;
  unsigned y = x % n; /* HERE */
  (void)y;
  return 0;
}
