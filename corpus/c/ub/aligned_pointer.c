/* TUF-UB-031 a pointer is converted to one that needs more alignment, and never used (C11 6.3.2.3p7) */
static int *word(char *b, int at) { return (int *)(b + at); /* HERE */ }
int main(void) {
  _Alignas(int) char b[8] = {0};
  int *p = word(b, 4);
  p = word(b, 1);
  return 0;
}
