/* TUF-UB-016 a function is called as one that takes a pointer to something else (C11 6.5.2.2p9) */
struct shape { int n; };
static int corners(struct shape *s) { return s->n; }
static int apply(int (*f)(void *), void *p) { return f(p); /* HERE */ }
int main(void) {
  struct shape s = {4};
  return apply((int (*)(void *))corners, &s) - 4;
}
