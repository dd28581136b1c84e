/* TUF-UB-016 a long for an int */
int f();
int main(void) {
  return f(1L); /* HERE */
}
int f(n) int n; { return n; }
