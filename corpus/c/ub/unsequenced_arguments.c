/* TUF-UB-031 an argument modifies what another one reads (C11 6.5p2, 6.5.2.2p10) */
static int sum(int a, int b) { return a + b; }
int main(void) {
  int i = 1;
  sum(i++, i); /* HERE */
  return 0;
}
