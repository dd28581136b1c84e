/* TUF-UB-031 a bit-field without a value beside one that has one (C11 6.7.9p10) */
struct s { char c; unsigned lo : 4; int v; unsigned hi : 12; };
int main(void) {
  struct s a, b;
  a.c = 1;
  a.v = 2;
  b = a;
  b.v = b.c;
  return b.hi & 0; /* HERE */
}
