/* TUF-UB-031 a modification in an arm that is taken the second time only (C11 6.5p2) */
static int s;
static int next(int c) {
  return (c ? s++ : 0) + s; /* HERE */
}
int main(void) {
  int x = next(0);
  next(1);
  return x;
}
