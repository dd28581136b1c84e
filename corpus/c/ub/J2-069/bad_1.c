/* TUF-UB-031 --restrict one restrict pointer of a block is given to another */
int main(void) {
  int x = 0;
  int *restrict p = &x;
  int *restrict q = &x;
  p = q; /* HERE */
  return *p;
}
