/* TUF-UB-016 6.5.2.2p9 two arguments for one */
int f();
int main(void) {
  return f(1, 2); /* HERE */
}
int f(int a) { return a; }
