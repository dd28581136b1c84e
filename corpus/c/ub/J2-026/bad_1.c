/* TUF-UB-016 6.5.2.2p9 one argument too few */
static int add(int a, int b) { return a + b; }
int main(void) {
  int (*f)(int) = (int (*)(int))add;
  return f(1); /* HERE */
}
