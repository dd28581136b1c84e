/* TUF-UB-031 a division by zero */
static int mean(int sum, int n) { return sum / n; /* HERE */ }
int main(void) { return mean(0, 0); }
