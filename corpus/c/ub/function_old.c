/* TUF-UB-016 an argument of another size where there is no prototype (C11 6.5.2.2p6) */
static long sum(a, b) long a, b; { return a + b; }
int main(void) {
  sum(1L, 2L);
  sum(1L, 2); /* HERE */
  return 0;
}
