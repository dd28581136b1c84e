/* TUF-UB-031 6.5.6p8 two behind the end */
int main(void) {
  int a[3];
  int *p = a + 3;
  p++; /* HERE */
  return 0;
}
