/* TUF-UB-031 a pointer to an object of a block that has ended is tested (C11 6.2.4p2) */
static int *address(void) {
  int x = 1;
  int *p = &x;
  return p;
}
int main(void) {
  int *p = address();
  if (p) /* HERE */
    return 0;
  return 1;
}
