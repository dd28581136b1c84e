/* TUF-UB-031 6.3.2.1p2 a pointer without a value */
int main(void) {
  int *p;
  *p = 1; /* HERE */
  return 0;
}
