/* TUF-UB-016 two arguments for one */
int f();
int main(void) {
  return f(1, 2); /* HERE */
}
int f(int a) { return a; }
