/* TUF-UB-016 6.5.2.2p9 a result that is none */
static void nothing(void) {}
int main(void) {
  int (*f)(void) = (int (*)(void))nothing;
  return f(); /* HERE */
}
