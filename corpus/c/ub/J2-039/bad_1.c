/* TUF-UB-016 6.5.2.2p9 an int for a double */
int f();
int main(void) {
  return f(1); /* HERE */
}
int f(double d) { return d > 0; }
