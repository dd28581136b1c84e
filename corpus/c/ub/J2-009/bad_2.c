/* TUF-UB-013 6.2.4p2 the address of a local object is returned */
static int *local(void) {
  int x = 5;
  int *p = &x;
  return p;
}
int main(void) {
  int *p = local();
  *p = 1; /* HERE */
  return 0;
}
