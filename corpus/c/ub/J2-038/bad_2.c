/* TUF-UB-003 6.5.2.2p6 none for one */
int f(a) int a; { return a; }
int main(void) {
  return f(); /* HERE */
}
