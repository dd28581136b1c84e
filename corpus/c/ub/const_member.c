/* TUF-UB-011 a member of a const struct is modified by a function that casts the const away (C11 6.7.3p6) */
struct pair { int a, b; };
static void clear(const struct pair *p) {
  ((struct pair *)p)->b = 0; /* HERE */
}
int main(void) {
  struct pair x = {1, 2};
  const struct pair y = {3, 4};
  clear(&x);
  clear(&y);
  return y.b;
}
