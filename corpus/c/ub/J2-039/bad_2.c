/* TUF-UB-016 a variadic function */
int f();
int main(void) {
  return f(1, 2); /* HERE */
}
int f(int n, ...) { return n; }
