/* TUF-UB-013 a compound literal of the iteration before is used */
int main(void) {
  int *last = 0, sum = 0;
  for (int i = 0; i < 3; i++) {
    if (i > 0)
      sum += *last; /* HERE */
    last = (int[]){i, i + 1};
  }
  return sum;
}
