/* TUF-UB-031 6.3.1.4p1 3e9 becomes an int */
int main(void) {
  double d = 3e9;
  int x = (int)d; /* HERE */
  (void)x;
  return 0;
}
