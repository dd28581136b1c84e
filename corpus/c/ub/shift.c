/* TUF-UB-031 a shift by the width of the type */
static unsigned lots(unsigned x, int n) { return x << n; /* HERE */ }
int main(void) { return lots(1, 32) ? 1 : 2; }
