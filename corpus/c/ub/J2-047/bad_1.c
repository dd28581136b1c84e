/* TUF-UB-007 6.5.6p8 the element behind the last */
int main(void) {
  int a[3] = {1, 2, 3};
  int *p = a + 3;
  return *p; /* HERE */
}
