/* TUF-UB-013 a variable of the iteration before is used */
int main(void) {
  int *before = 0, s = 0;
  for (int i = 0; i < 2; i++) {
    int x = i;
    if (i > 0)
      s += *before; /* HERE */
    before = &x;
  }
  return s;
}
