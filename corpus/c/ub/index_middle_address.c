/* TUF-UB-031 the address of an element of a row behind the last of a member (C11 6.5.6p8) */
struct board { char cells[3][4]; int n; };
static char *cell(struct board *b, int r, int c) {
  return &b->cells[r][c]; /* HERE */
}
int main(void) {
  struct board b = {{{0}}, 1};
  return cell(&b, 3, 2) == b.cells[0];
}
