/* TUF-UB-031 a pointer to an object of a block is copied behind it */
int main(void) {
  int *p;
  {
    int x = 1;
    p = &x;
  }
  int *q = p; /* HERE */
  (void)q;
  return 0;
}
