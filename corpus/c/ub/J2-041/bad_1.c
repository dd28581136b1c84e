/* TUF-UB-016 a function of long is called as one of int */
static long twice(long x) { return 2 * x; }
int main(void) {
  int (*f)(int) = (int (*)(int))twice;
  return f(3); /* HERE */
}
