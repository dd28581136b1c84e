/* TUF-UB-016 an int for a double */
int f();
int main(void) {
  return f(1); /* HERE */
}
int f(double d) { return d > 0; }
