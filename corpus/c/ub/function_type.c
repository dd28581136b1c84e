/* TUF-UB-016 a function is called as one that takes another integer (C11 6.5.2.2p9) */
static int half(long x) { return x / 2; }
int main(void) {
  int (*f)(int) = (int (*)(int))half;
  return f(4) - 2; /* HERE */
}
