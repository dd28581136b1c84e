/* TUF-UB-028 6.7.6.2p5 a negative size */
static int f(int n) {
  int a[n]; /* HERE */
  return sizeof a == 0;
}
int main(void) { return f(-1); }
