/* TUF-UB-031 6.5.5p5 a mean of nothing */
static int mean(int sum, int n) {
  return sum / n; /* HERE */
}
int main(void) { return mean(0, 0); }
