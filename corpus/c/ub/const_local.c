/* TUF-UB-011 a const object of a block is modified by a pointer that lost the const (C11 6.7.3p6) */
int main(void) {
  const int x = 1;
  int *p = (int *)&x;
  *p = 2; /* HERE */
  return x;
}
