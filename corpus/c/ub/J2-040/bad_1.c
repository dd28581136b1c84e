/* TUF-UB-016 a pointer for an int */
int f();
int main(void) {
  int x = 0;
  return f(&x); /* HERE */
}
int f(n) int n; { return n == 0; }
