/* TUF-UB-031 the address of the element before an array */
int main(void) {
  int a[4];
  int *p = &a[-1]; /* HERE */
  return 0;
}
