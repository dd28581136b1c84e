/* TUF-UB-016 a function is called with a type that is not its own */
static int add(int a, int b) { return a + b; }
int main(void) {
  int (*f)(int) = (int (*)(int))add;
  return f(1); /* HERE */
}
