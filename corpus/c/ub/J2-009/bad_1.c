/* TUF-UB-013 6.2.4p2 a local object of a block is read behind it */
int main(void) {
  int *p;
  {
    int x = 3;
    p = &x;
  }
  return *p; /* HERE */
}
