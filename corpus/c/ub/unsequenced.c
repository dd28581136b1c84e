/* TUF-UB-031 an object is modified twice without a sequence point between (C11 6.5p2) */
int main(void) {
  int i = 1;
  i = i++ + ++i; /* HERE */
  return 0;
}
