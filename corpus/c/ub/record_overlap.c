/* TUF-UB-031 a struct is assigned to one that overlaps it in part (C11 6.5.16.1p3) */
struct s { int a[4]; };
static void move(struct s *to, struct s *from) { *to = *from; /* HERE */ }
int main(void) {
  int b[12] = {0};
  move((struct s *)b, (struct s *)b);
  move((struct s *)b, (struct s *)(b + 4));
  move((struct s *)b, (struct s *)(b + 2));
  return b[0];
}
