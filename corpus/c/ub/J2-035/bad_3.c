/* TUF-UB-031 two arguments with side effects on one object */
static int f(int a, int b) { return a - b; }
int main(void) {
  int i = 1;
  return f(++i, i++); /* HERE */
}
