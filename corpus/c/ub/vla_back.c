/* TUF-UB-013 an array of variable length is used after a goto back to before its declaration */
int main(void) {
  int n = 2, *p = 0, back = 0;
again:
  if (back++)
    return *p; /* HERE */
  int a[n];
  a[0] = 1;
  p = a;
  goto again;
}
