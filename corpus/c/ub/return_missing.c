/* TUF-UB-031 the value of a call that ended without one is used (C11 6.9.1p12) */
static int sign(int x) {
  if (x > 0)
    return 1;
  if (x < 0)
    return -1;
}
int main(void) {
  int s = sign(2);
  s = sign(0); /* HERE */
  return 0;
}
