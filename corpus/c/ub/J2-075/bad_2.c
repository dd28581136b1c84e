/* TUF-UB-028 6.7.6.2p5 a difference that is below zero */
static int f(int from, int to) {
  char a[to - from][8]; /* HERE */
  return sizeof a != 0;
}
int main(void) { return f(3, 1); }
