/* TUF-UB-031 --effective-types a member is read through a struct that has another type there (C11 6.5p7) */
struct a { int n; float x; };
struct b { int n; int x; };
static int second(struct b *p) { return p->x; /* HERE */ }
int main(void) {
  struct a s = {1, 2};
  return second((struct b *)&s) == 0;
}
