/* TUF-UB-031 a pointer moved further than one behind its array, which nobody reads */
int main(void) {
  int a[4];
  int *p = a + 4;
  p++; /* HERE */
  return 0;
}
