/* TUF-UB-013 a compound literal is used after its block */
struct point { int x, y; };
int main(void) {
  struct point *p;
  {
    p = &(struct point){1, 2};
  }
  return p->y; /* HERE */
}
