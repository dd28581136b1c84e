/* TUF-UB-022 a division by zero is the result */
static int mean(int sum, int n) { return sum / n; /* HERE */ }
int main(void) { return mean(0, 0); }
