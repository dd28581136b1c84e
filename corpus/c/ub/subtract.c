/* TUF-UB-031 the difference of pointers into two objects */
int main(void) {
  int a[2], b[2];
  long n = &a[1] - &b[0]; /* HERE */
  return 0;
}
