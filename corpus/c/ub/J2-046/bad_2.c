/* TUF-UB-031 6.5.6p8 one before the beginning */
int main(void) {
  int a[3], i = -1;
  int *p = &a[i]; /* HERE */
  (void)p;
  return 0;
}
