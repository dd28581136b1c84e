/* TUF-UB-031 6.9.1p12 no return on one path */
static int sign(int x) {
  if (x > 0)
    return 1;
  if (x < 0)
    return -1;
}
int main(void) {
  return sign(0) ? 1 : 0; /* HERE */
}
