/* TUF-UB-011 a const parameter and a const compound literal are objects, too (C11 6.7.3p6, 6.5.2.5) */
static int f(const int n) {
  const int *q = (const int[]){n, 2};
  if (q[1] != 2)
    return 1;
  *(int *)&n = 4; /* HERE */
  return n;
}
int main(void) { return f(3); }
