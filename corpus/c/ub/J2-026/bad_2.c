/* TUF-UB-016 6.5.2.2p9 a double instead of an int */
static int half(int a) { return a / 2; }
int main(void) {
  int (*f)(double) = (int (*)(double))(void (*)(void))half;
  return f(4.0); /* HERE */
}
