/* TUF-UB-006 a null pointer is read */
struct node { struct node *next; int v; };
static int last(struct node *n) {
  while (n->next) n = n->next;
  return n->next->v; /* HERE */
}
int main(void) {
  struct node n = {0, 3};
  return last(&n);
}
