/* TUF-UB-031 the address of a member of no object (C11 6.5.2.3p4, 6.5.3.2p4) */
struct node { int v; struct node *next; };
static struct node **tail(struct node *n) { return &n->next; /* HERE */ }
int main(void) {
  struct node n = {1, 0};
  struct node **t = tail(&n);
  return tail(*t) == 0;
}
