/* TUF-UB-028 an array has a negative length */
static int f(int n) {
  int a[n]; /* HERE */
  return sizeof a == 0;
}
int main(void) { return f(-1); }
