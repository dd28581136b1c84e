/* TUF-UB-031 an element of a local array without a value (C11 6.7.9p10) */
int main(void) {
  int a[4], n = 0;
  a[0] = 1;
  for (int i = 0; i < 2; i++)
    n = a[i]; /* HERE */
  return 0;
}
