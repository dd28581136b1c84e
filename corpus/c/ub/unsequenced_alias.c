/* TUF-UB-031 two names of one object, which is modified by both (C11 6.5p2) */
static void set(int *p, int *q) {
  *p = (*q)++; /* HERE */
}
int main(void) {
  int x = 1, y = 2;
  set(&x, &y);
  set(&x, &x);
  return 0;
}
